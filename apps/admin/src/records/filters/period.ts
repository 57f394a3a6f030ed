import { isPeriod } from "@rapport/model";

/** The moments of a period: from the first to before the second. Null has no limit. */
interface PeriodRange {
  readonly from: Date | null;
  readonly until: Date | null;
}

type Unit = "days" | "weeks" | "months";

/**
 * Returns the moments that a period means now, in the reader's time zone. Weeks begin on Monday. "The last 7 days" are
 * today and the six days before it; "the next 7 days" begin with today.
 */
export function periodRange(period: string, now: Date): PeriodRange | null {
  if (!isPeriod(period)) return null;
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const tomorrow = moved(today, 1, "days");
  switch (period) {
    case "today":
      return { from: today, until: tomorrow };
    case "yesterday":
      return { from: moved(today, -1, "days"), until: today };
    case "tomorrow":
      return { from: tomorrow, until: moved(tomorrow, 1, "days") };
    case "past":
      return { from: null, until: today };
    case "future":
      return { from: tomorrow, until: null };
  }
  const [side, second = "", unit] = period.split("-");
  if (unit === undefined) return calendarRange(today, side as Side, second);
  const count = Number(second);
  if (side === "last") return { from: moved(tomorrow, -count, unit as Unit), until: tomorrow };
  if (side === "next") return { from: today, until: moved(today, count, unit as Unit) };
  return { from: null, until: moved(today, -count, unit as Unit) };
}

type Side = "this" | "last" | "next";
const STEPS: Readonly<Record<Side, number>> = { last: -1, this: 0, next: 1 };
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

function calendarRange(today: Date, side: Side, name: string): PeriodRange {
  const step = STEPS[side];
  if (name === "week") {
    const monday = moved(today, -((today.getDay() + 6) % 7), "days");
    return { from: moved(monday, step, "weeks"), until: moved(monday, step + 1, "weeks") };
  }
  const length = MONTHS[name] ?? 1;
  const month = Math.floor(today.getMonth() / length) * length;
  const first = new Date(today.getFullYear(), month, 1);
  return {
    from: moved(first, step * length, "months"),
    until: moved(first, (step + 1) * length, "months"),
  };
}

/** Moves a day by the calendar, so that a change of the clocks makes no difference. Months keep to their last day. */
function moved(day: Date, count: number, unit: Unit): Date {
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  if (unit !== "months") {
    return new Date(year, month, date + count * (unit === "weeks" ? 7 : 1));
  }
  const last = new Date(year, month + count + 1, 0).getDate();
  return new Date(year, month + count, Math.min(date, last));
}

const NAMED: Readonly<Record<string, string>> = {
  past: "before today",
  future: "after today",
};

/** Returns a period as words that follow "is", such as "in the last 7 days". */
export function periodWords(period: string): string {
  const [side, second = "", unit] = period.split("-");
  if (unit === undefined) return NAMED[period] ?? period.replace("-", " ");
  const count = second === "1" ? `1 ${unit.slice(0, -1)}` : `${second} ${unit}`;
  if (side === "older") return `more than ${count} ago`;
  return `in the ${side} ${second === "1" ? unit.slice(0, -1) : count}`;
}
