// Hands the tree of the editor in to a room.

import { under } from "../shared/base.js";
import { ownRoom } from "../shared/own-room.js";

/** Milliseconds that the room has to answer. */
const patience = 10_000;

/**
 * Hands a saved tree in; resolves when the room has it.
 * @param {string} id  of the tree @param {string} code  of the room
 */
export async function handIn(id, code) {
  const answer = await fetch(under(`/api/v1/trees/${id}`));
  if (!answer.ok) throw new Error("The tree could not be read; it is saved with your first change.");
  const { text } = await answer.json(), own = ownRoom(), known = own?.code === code ? { you: own.you, nick: own.nick } : {};
  const socket = new WebSocket(new URL(under("/ws"), location.href.replace(/^http/, "ws")));
  const timer = setTimeout(() => socket.close(), patience);
  try {
    await new Promise((resolve, reject) => {
      socket.onopen = () => socket.send(JSON.stringify({ type: "join", id: "hand", code, ...known }));
      socket.onclose = () => reject(new Error("The room could not be reached."));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.id !== "hand") return;
        if (message.type === "room" && message.you) socket.send(JSON.stringify({ type: "hand-in", id: "hand", text }));
        if (message.type === "handed") resolve(undefined);
        if (message.type === "error") reject(new Error(message.detail || message.title));
      };
    });
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}

/** The code of the room that this browser is in; empty: none. */
export const knownCode = () => ownRoom()?.code ?? "";
