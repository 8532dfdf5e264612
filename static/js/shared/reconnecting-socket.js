// The websocket of the server that the page comes from.

export function connect() {
  const address = new URL("/ws", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address);
}

/**
 * Closes a connection that nobody listens to any more. One that is still being
 * made is closed once it is: a browser would warn of the other.
 * @param {WebSocket | null | undefined} socket
 */
export function disconnect(socket) {
  if (!socket) return;
  socket.onmessage = socket.onclose = socket.onerror = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
