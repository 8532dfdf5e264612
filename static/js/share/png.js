// A picture as PNG: the standalone SVG, painted by the browser with the fonts of the
// page. An image loads nothing from outside itself, so the fonts are put into it.

/** A canvas has four bytes a pixel, and some browsers paint nothing on a larger one. */
const mostPixels = 64_000_000;
const longestSide = 16_384;

/** @param {number} width @param {number} height */
const tooLarge = (width, height) => Math.max(width, height) > longestSide || width * height > mostPixels;

/** @type {Promise<string> | undefined} the rules of the fonts; asked for once */
let faces;

/** The rules @font-face of the page, with the fonts themselves in place of their addresses. */
async function fontFaces() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  const texts = await Promise.all(rules.map(async (rule) => {
    const address = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src"))?.[1];
    if (!address) return "";
    const answer = await fetch(new URL(address, rule.parentStyleSheet?.href ?? location.href));
    return answer.ok ? rule.cssText.replace(address, await dataURL(await answer.blob())) : "";
  }));
  return texts.join("\n");
}

/** @param {Blob} blob @returns {Promise<string>} */
function dataURL(blob) {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}

/**
 * @param {string} address of the SVG
 * @param {number} scale
 */
export async function pngOf(address, scale) {
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.trim());
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const [w, h] = [Number(root.getAttribute("width")), Number(root.getAttribute("height"))];
  const [width, height] = [Math.round(w * scale), Math.round(h * scale)];
  const size = `${width.toLocaleString("en")} × ${height.toLocaleString("en")} pixels`;
  if (tooLarge(width, height)) {
    throw new Error(`A PNG of ${size} is too large for browsers. Use ${tooLarge(w, h) ? "" : "a smaller size, or "}the SVG.`);
  }
  root.setAttribute("width", String(width)); // so that lines are painted at this size, not enlarged
  root.setAttribute("height", String(height));
  const fonts = await (faces ??= fontFaces().catch(() => "")); // without them the picture has another serif
  // As text: the page's policy has no style elements, but the image is a document of its own.
  const svg = new XMLSerializer().serializeToString(root).replace(">", () => `><style>${fonts}</style>`);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error(`The browser could not draw ${size}. Use a smaller size or the SVG.`);
  const called = /filename="([^"]+)\.svg"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "tree";
  return { blob, name: `${called}.png`, width, height };
}
