import { formatNumber } from "../../ui/format.ts";

const UNITS = ["bytes", "KiB", "MiB", "GiB"];

/** Formats a size in the largest unit that fits. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ${UNITS[power]}`;
}

/** Returns a number with its noun: `1 row`, `2 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
