const SHARE = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const MS = new Intl.NumberFormat(undefined, {
  style: "unit",
  unit: "millisecond",
  maximumSignificantDigits: 2,
});
const SECONDS = new Intl.NumberFormat(undefined, {
  style: "unit",
  unit: "second",
  maximumSignificantDigits: 2,
});

/** @param share 0 to 1 */
export function formatShare(share: number): string {
  return SHARE.format(share);
}

/** Formats a duration in milliseconds, or in seconds from one second on. */
export function formatDuration(ms: number): string {
  return ms < 1_000 ? MS.format(ms) : SECONDS.format(ms / 1_000);
}
