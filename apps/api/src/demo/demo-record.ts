/** A change of a record's stage. */
interface Move {
  readonly stage: string;
  readonly at: string;
}

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

/** Returns a time some days after today, or before it. */
export type Day = (offset: number, hour?: number) => string;
