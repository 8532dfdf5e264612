// The homework of this browser: given and to do.

import "../shared/idle.js";
import { listOwn } from "../shared/own-list.js";
import { givenHomework, takenHomework } from "../shared/own-homework.js";

listOwn(givenHomework(), takenHomework(), (key) => `/results/${key}`, (id) => `/a/${id}`);
