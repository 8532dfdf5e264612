// The link of a student's work, opened in another browser: the token is kept, and the work opens.

import { under } from "../shared/base.js";
import { keepTaken } from "../shared/own-homework.js";

const page = /** @type {HTMLElement} */ (document.getElementById("link")), { id = "", token = "", words = "", title = "" } = page.dataset;

if (keepTaken({ id, token, title, words })) location.replace(under(`/a/${id}`));
else /** @type {HTMLElement} */ (document.getElementById("link-state")).textContent = "This browser does not store data of this site. Allow it to store data, and open the link again.";
