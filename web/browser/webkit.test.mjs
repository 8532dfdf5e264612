// The main walk in WebKitGTK.

import { walks } from "./walks.mjs";
import { missing, openWebKit } from "./webkit.mjs";

walks("WebKit", missing(), openWebKit);
