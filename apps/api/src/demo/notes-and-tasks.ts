export interface DemoRecord {
  /** Name that the associations of later records use. */
  readonly key: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, string | number | string[]>>;
  readonly associatedWith: readonly string[];
  /** When it was created; never before the earlier records of its type. */
  readonly createdAt: string;
  /** Changes of its stage since its creation, oldest first. */
  readonly moves?: readonly Move[];
}

/** Returns a time some days after today, or before it. */
export type Day = (offset: number, hour?: number) => string;

/** Returns notes about contacts, their companies and deals, and tasks of which a third is done. */
export function notesAndTasks(now: Date, day: Day): readonly DemoRecord[] {
  return [
    ...spread(
      now,
      list(30, (i) => note(i, day)),
      { first: -85.5, step: 2.93 },
    ),
    ...spread(
      now,
      list(24, (i) => task(i, day)),
      { first: -85.5, step: 3.62 },
    ),
  ];
}

const NOTES = [
  "Called about the proofs. She prefers the second version and will tell the board on Monday.",
  "Met at the trade fair. Asked for prices of signage for three shops.\nSend the new brochure.",
  "The invoice goes to the head office from now on.",
  "Wants to see the packaging on recycled paper before deciding.",
  "Left a message. Mornings are best.",
  "Happy with the launch campaign. May be quoted on the website.",
];
const TASKS = [
  "Send the offer",
  "Call back about the proofs",
  "Book the photographer",
  "Order paper samples",
  "Ask for feedback",
  "Prepare the contract",
];
const PRIORITIES = ["high", "low", "medium", "urgent"];

function note(i: number, day: Day): Undated {
  // One of the deals that are older than the note; a deal and its contact have the same number.
  const deal = Math.floor((i * 5) / 6);
  return {
    key: `note${i}`,
    type: "note",
    properties: { body: at(NOTES, i), occurred_at: day(-3 * (29 - i) - 1, 9 + (i % 8)) },
    associatedWith: [`contact${deal}`, `company${deal % 24}`, `deal${deal}`],
  };
}

function task(i: number, day: Day): Undated {
  const isDone = i % 3 === 2;
  return {
    key: `task${i}`,
    type: "task",
    properties: {
      name: at(TASKS, i),
      due_at: day(i - 6, 16),
      priority: at(PRIORITIES, i),
      ...(isDone ? { status: "done", completed_at: day(Math.min(i - 7, -1), 15) } : {}),
    },
    associatedWith: [`contact${i}`, `deal${i}`],
  };
}

const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;

/** A change of a record's stage. */
interface Move {
  readonly stage: string;
  readonly at: string;
}

export type Undated = Omit<DemoRecord, "createdAt" | "moves">;

const DAY_MS = 86_400_000;

export function list(length: number, make: (i: number) => Undated): readonly Undated[] {
  return Array.from({ length }, (_, i) => make(i));
}

/**
 * Spreads the creation of records over the days before now.
 *
 * @param days.first days from now to the creation of the first record
 * @param days.step days from each to the next
 */
export function spread(
  now: Date,
  records: readonly Undated[],
  days: { readonly first: number; readonly step: number },
): readonly DemoRecord[] {
  return records.map((record, i) => {
    const createdAt = new Date(now.getTime() + (days.first + i * days.step) * DAY_MS).toISOString();
    return { ...record, createdAt };
  });
}
