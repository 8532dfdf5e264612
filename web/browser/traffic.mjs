// What goes between a page and the server, held back or late.

/** The part of a page's websocket that a test holds back: what the page sends, or what it is sent. */
export async function socketOf(page) {
  /** @type {(() => void)[]} */
  const held = [];
  const socket = {
    holds: "", // "asks" or "answers"
    held,
    release() {
      socket.holds = "";
      for (const send of held.splice(0)) send();
    },
  };
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((m) => (socket.holds === "asks" ? held.push(() => server.send(m)) : server.send(m)));
    server.onMessage((m) => (socket.holds === "answers" ? held.push(() => ws.send(m)) : ws.send(m)));
  });
  return socket;
}

/** Scripts, answers and messages, there and back, come late by random times up to a number of milliseconds; messages keep their order. */
export async function delayTraffic(context, slow) {
  await context.route(/\/static\/js\/(?!theme)|\/api\/|\/share|[?&]folded=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * slow));
    await route.continue().catch(() => {}); // the page may be gone
  });
  await context.addInitScript((most) => {
    const lately = () => {
      let last = Promise.resolve();
      return (then) => {
        const due = new Promise((resolve) => setTimeout(resolve, Math.random() * most));
        last = last.then(() => due).then(then);
      };
    };
    const { send } = WebSocket.prototype, there = lately();
    WebSocket.prototype.send = function (message) {
      there(() => this.readyState === WebSocket.OPEN && send.call(this, message));
    };
    const { get, set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    Object.defineProperty(WebSocket.prototype, "onmessage", {
      get,
      set(listener) {
        const back = lately();
        set.call(this, listener && ((event) => back(() => this.onmessage && listener.call(this, event))));
      },
    });
  }, slow);
}
