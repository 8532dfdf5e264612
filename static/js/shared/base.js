// Where the server is: a proxy may serve it below a path.

/** The address of a path of the server, such as /edit. @param {string} path */
export const under = (path) => (document.documentElement.dataset.base ?? "") + path;
