// Folder tasks: programming tasks, for the teacher who sets one and the students who send runs.
// It imports shared/ alone. This module lists the tasks of this browser.

import "../shared/idle.js";
import { keptByTitle } from "../shared/desk.js";
import { listOwn } from "../shared/own-list.js";
import { takenTasks } from "./own.js";

listOwn(keptByTitle("task"), takenTasks(), (key) => `/tasks/${key}/results`, (id) => `/tasks/${id}`);
