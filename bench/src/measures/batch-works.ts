import { randomInt } from "node:crypto";
import type { Seeded } from "../seed.ts";
import { NAMESAKES } from "../seed-rows.ts";

/** Inputs of a batch: the most that there may be. */
const SIZE = 1_000;

export type Operation = "create" | "read" | "update" | "upsert" | "delete";

export interface Input {
  readonly id?: string;
  readonly properties?: readonly { readonly internal_name: string; readonly value: string }[];
}

export interface BatchWork {
  readonly name: string;
  readonly operation: Operation;
  /** Returns the inputs of the next batch. */
  readonly inputs: (records: Records) => readonly Input[];
}

/** Which contacts a server's batches work on. */
export interface Records {
  readonly seeded: Seeded;
  /** Ids that this server's batches created and none deleted. */
  readonly created: string[];
}

let unique = 0;

export const BATCH_WORKS: readonly BatchWork[] = [
  { name: "batch create", operation: "create", inputs: newContacts },
  { name: "batch upsert, all new", operation: "upsert", inputs: newContacts },
  {
    name: "batch upsert, all unchanged",
    operation: "upsert",
    inputs: ({ seeded }) => neighbours(seeded).map((i) => seededContact(i, seeded.count)),
  },
  {
    name: "batch upsert, 1 of 10 changed",
    operation: "upsert",
    inputs: ({ seeded }) =>
      neighbours(seeded).map((i, n) =>
        n % 10 === 0
          ? seededContact(i, seeded.count, `Moved${unique++}`)
          : seededContact(i, seeded.count),
      ),
  },
  {
    name: "batch update",
    operation: "update",
    inputs: ({ seeded }) =>
      neighbours(seeded).map((i) => ({
        id: String(seeded.firstId + i),
        properties: [{ internal_name: "jobtitle", value: `Title${unique++}` }],
      })),
  },
  {
    name: "batch read",
    operation: "read",
    inputs: ({ seeded }) => neighbours(seeded).map((i) => ({ id: String(seeded.firstId + i) })),
  },
  {
    name: "batch delete",
    operation: "delete",
    inputs: ({ created }) => created.splice(0, SIZE).map((id) => ({ id })),
  },
];

export function newContacts(): readonly Input[] {
  return Array.from({ length: SIZE }, newContact);
}

function newContact(): Input {
  const n = `${process.pid}b${unique++}`;
  return contact({
    ...{ firstname: `First${n}`, lastname: `Last${n}`, email: `new${n}@example.com` },
    ...{ phone: `+4420${String(unique).padStart(8, "0")}`, city: "Leeds" },
    lifecyclestage: "lead",
  });
}

function contact(values: Record<string, string>): Input {
  return {
    properties: Object.entries(values).map(([internal_name, value]) => ({ internal_name, value })),
  };
}

/** Numbers of 1,000 seeded contacts that follow one another. */
function neighbours({ count }: Seeded): readonly number[] {
  const first = randomInt(Math.max(1, count - SIZE + 1));
  return Array.from({ length: Math.min(SIZE, count) }, (_, i) => first + i);
}

/** Returns seeded contact `i` as an input of an upsert, without its notes. */
function seededContact(i: number, count: number, jobtitle = "Buyer"): Input {
  return contact({
    firstname: `First${i % 977}`,
    lastname: `Last${i % Math.ceil(count / NAMESAKES)}`,
    email: `person${i}@example.com`,
    phone: `+44207946${String(i).padStart(7, "0")}`,
    jobtitle,
    city: "Leeds",
    zip: `Z${i % 20}`,
    country: "United Kingdom",
    lifecyclestage: i % 10 === 0 ? "customer" : "lead",
  });
}
