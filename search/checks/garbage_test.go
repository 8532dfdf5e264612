package checks_test

import _ "espalier/search/searchtest" // garbage is collected less often
