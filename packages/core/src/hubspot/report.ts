/** Something that was not imported, and why. */
export interface NotBrought {
  /** A type, a property or an association: `contacts`, `contacts.fax`, `contacts to companies`. */
  readonly what: string;
  readonly why: string;
  readonly count: number;
  /** Ids in HubSpot of some of the records concerned. */
  readonly examples: readonly string[];
}

/** How many records of a type were brought. */
export interface Brought {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly associations: number;
}

export const NOTHING_BROUGHT: Brought = {
  ...{ created: 0, updated: 0, unchanged: 0, refused: 0, associations: 0 },
};

/** What an import has done. It has no values of records. */
export interface HubspotReport {
  readonly properties: number;
  readonly pipelines: number;
  /** By the plural of each type. */
  readonly objects: Readonly<Record<string, Brought>>;
  readonly notBrought: readonly NotBrought[];
}

const MAX_LINES = 500;
const MAX_EXAMPLES = 5;

/** Something to add to a report: `example` is the id of a record in HubSpot. */
export interface Fault {
  readonly what: string;
  readonly why: string;
  readonly example?: string | undefined;
}

/** Keys of labels by their ids in HubSpot. */
export interface BroughtLabels {
  readonly keys: ReadonlyMap<number, string>;
  readonly faults: readonly Fault[];
}

/** Returns lines with more faults. */
export function addFaults(
  lines: readonly NotBrought[],
  faults: readonly Fault[],
): readonly NotBrought[] {
  return addLines(
    lines,
    faults.map(({ what, why, example }) => ({
      ...{ what, why, count: 1 },
      examples: example === undefined ? [] : [example],
    })),
  );
}

/** Returns the lines of two reports. Of more than 500 different ones, the others are added up. */
export function addLines(
  before: readonly NotBrought[],
  more: readonly NotBrought[],
): readonly NotBrought[] {
  const lines = new Map(before.map((line) => [reasonKey(line), line]));
  for (const line of more) {
    const isRoom = lines.has(reasonKey(line)) || lines.size < MAX_LINES;
    const { what, why } = isRoom ? line : { what: "others", why: "for other reasons" };
    const same = lines.get(reasonKey({ what, why })) ?? { what, why, count: 0, examples: [] };
    lines.set(reasonKey({ what, why }), {
      ...same,
      count: same.count + line.count,
      examples: [...same.examples, ...line.examples].slice(0, MAX_EXAMPLES),
    });
  }
  return [...lines.values()];
}

function reasonKey({ what, why }: Pick<NotBrought, "what" | "why">): string {
  return JSON.stringify([what, why]);
}
