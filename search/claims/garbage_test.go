package claims

import _ "espalier/search/searchtest" // garbage is collected less often
