const UNITS = [
  { unit: "day", seconds: 86_400, from: 2 * 86_400 },
  { unit: "hour", seconds: 3_600, from: 2 * 3_600 },
  { unit: "minute", seconds: 60, from: 60 },
  { unit: "second", seconds: 1, from: 0 },
] as const;

/** Fewer seconds have a decimal, so that 0.3 seconds are not "0 seconds". */
const FEW_SECONDS = 10;
const LEAST_SECONDS = 0.1;

/** Formats a duration in the largest unit of which there are at least two, such as "3.5 days". */
export function formatSeconds(seconds: number): string {
  const { unit, seconds: size } = UNITS.find(({ from }) => seconds >= from) ?? UNITS[3];
  const format = new Intl.NumberFormat(undefined, {
    ...{ style: "unit", unit, unitDisplay: "long" },
    maximumFractionDigits: size > 60 || seconds < FEW_SECONDS ? 1 : 0,
  });
  if (seconds > 0 && seconds < LEAST_SECONDS) return `under ${format.format(LEAST_SECONDS)}`;
  return format.format(seconds / size);
}
