// The homework of this browser: given and to do.

import "../shared/idle.js";
import { keptByTitle } from "../shared/desk.js";
import { listOwn } from "../shared/own-list.js";
import { takenHomework } from "../shared/own-homework.js";

listOwn([...keptByTitle("assignment"), ...keptByTitle("task")], takenHomework(), (key) => `/results/${key}`, (id) => `/a/${id}`);
