/** The reader's own language and zone decide how numbers and times are written. */
const WHOLE = new Intl.NumberFormat();
/** No digit is rounded away: decimals have at most 15 places. */
const EXACT = { maximumFractionDigits: 15 } as const;
const DECIMAL = new Intl.NumberFormat(undefined, EXACT);
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const MINUTE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export function formatNumber(value: number): string {
  return WHOLE.format(value);
}

/** An exact decimal as the server keeps it; never made a floating-point number. */
function formatDecimal(decimal: string): string {
  // Intl takes a decimal string whole (ES2023), which TypeScript's library knows by this type.
  return DECIMAL.format(decimal as Intl.StringNumericLiteral);
}

/**
 * An exact amount with its currency.
 *
 * @param amount a decimal as the server keeps it; never made a floating-point number
 */
export function formatMoney(amount: string, currency: string | null): string {
  if (currency === null) return formatDecimal(amount);
  try {
    const style = { style: "currency", currency, currencyDisplay: "code", ...EXACT } as const;
    return new Intl.NumberFormat(undefined, style).format(amount as Intl.StringNumericLiteral);
  } catch {
    return `${amount} ${currency}`;
  }
}

export function formatMoment(at: string): string {
  return MOMENT.format(new Date(at));
}

/** A moment to the minute, for lists. */
export function formatMinute(at: string): string {
  return MINUTE.format(new Date(at));
}

/** A moment; its seconds are told only where there are any, as most times have none. */
export function formatTime(at: string): string {
  return new Date(at).getUTCSeconds() === 0 ? formatMinute(at) : formatMoment(at);
}

/** @param day a date without a time, such as 2026-11-20, or a moment */
export function formatDay(day: string): string {
  // A date alone is the same day in every zone.
  return DAY.format(new Date(day.length === 10 ? `${day}T00:00:00` : day));
}

/** How long ago, or until, in the largest unit that fits. */
export function formatAgo(at: string, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  if (step === undefined) return "just now";
  // What ends in 23 hours and 59 minutes ends in 24 hours; what was made then is 23 hours old.
  const count = seconds > 0 ? Math.round(seconds / step[1]) : Math.trunc(seconds / step[1]);
  return AGO.format(count, step[0]);
}
