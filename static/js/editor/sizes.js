// Sizes of nodes as the server draws them, in units of the picture: Sizes in
// web/draw/size.go describes them.

/** @type {{box: number, leaf: number, pad: number, digit: number, dot: number, more: number, gap: number, row: number, side: number, rise: number}} */
export const sizes = JSON.parse(document.getElementById("edit")?.dataset.sizes ?? "{}");

/** Half the width of the value of a leaf that is being typed, at least. */
const least = 18;

/** Half the width of a leaf. @param {number} text  half the width of its value */
export const leafHalf = (text) => Math.max(least, text + sizes.pad);
