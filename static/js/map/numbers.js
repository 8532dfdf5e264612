// Numbers as the pages write them.

const grouped = new Intl.NumberFormat("en");

/** @param {number} n */
export const whole = (n) => grouped.format(Math.round(n));

/** @param {number} share  of one */
export const percent = (share) => (share > 0 && share < 0.01 ? "under 1 %" : `${Math.round(share * 100)} %`);

/** @param {number} n  bytes */
export const bytes = (n) => (n < 1e6 ? `${whole(n / 1e3)} KB` : `${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)} MB`);
