import { expect } from "vitest";
import type { TestApp } from "./app.ts";

/** Found in every answer that shows a value of another's record. */
export const PLANTED = /zqxhidden|7310455|1987-06-05|"KPW"/i;

const TEXT = "zqxhidden";
const VALUES: Readonly<Record<string, unknown>> = {
  email: "zqxhidden@hidden.example",
  phone: "+493073104550",
  url: "https://zqxhidden.example/",
  number: 7_310_455,
  date: "1987-06-05",
  datetime: "1987-06-05T04:03:02Z",
  boolean: true,
};
/** A currency is one of a list. */
const OWN: Readonly<Record<string, unknown>> = { currency: "KPW" };
/** The place of a record is part of the schema, and only a done task is completed. */
const SKIPPED = new Set(["pipeline", "stage", "completed_at"]);

/** Property by which a writer finds records, whose values it knows. */
const KEYS: Readonly<Record<string, string>> = {
  ...{ contacts: "email", notes: "owner_id" },
  ...{ calls: "title", emails: "subject", meetings: "title" },
};
/** Property that each type of the project has, whose values are unique and known to the writer. */
const UNIQUE = "serial";

/** A property that a writer sets. */
const DETAILS: Readonly<Record<string, string>> = {
  ...{ contacts: "lastname", notes: "body" },
  ...{ calls: "title", emails: "subject", meetings: "title" },
};

export interface PlantedRecord {
  readonly id: string;
  readonly key: { readonly internal_name: string; readonly value: string };
  readonly serial: { readonly internal_name: string; readonly value: string };
}

export interface Planter {
  /** Creates a record whose values a writer must not see, but for its key and serial. */
  record(plural: string, key?: string): Promise<PlantedRecord>;
  /** Calls the Public Object API as the owner. */
  call(method: string, path: string, json?: unknown): ReturnType<TestApp["call"]>;
  /** Returns a key that no record has. */
  unused(plural: string): PlantedRecord["key"];
  detail(plural: string): PlantedRecord["key"];
}

/** Prepares a project for records that another's writes must not show. */
export async function planter(
  app: TestApp,
  token: string,
  plurals: readonly string[],
): Promise<Planter> {
  const filled = new Map<string, readonly object[]>();
  const call: Planter["call"] = (method, path, json) =>
    app.call(method, path, { token, ...(json !== undefined && { json }) });
  for (const plural of plurals) {
    const serial = { internal_name: UNIQUE, label: "Serial", type: "string", unique: true };
    const made = await call("POST", `/api/crm/properties/${plural}`, serial);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { body } = await call("GET", `/api/crm/properties/${plural}`);
    filled.set(plural, body.data.results.flatMap(plantedItem));
  }
  let count = 0;
  const next = (plural: string) => {
    const name = KEYS[plural] ?? "name";
    const value = `own${++count}`;
    return { internal_name: name, value: name === "email" ? `${value}@own.example` : value };
  };
  return {
    call,
    unused: next,
    detail: (plural) => ({ internal_name: DETAILS[plural] ?? "name", value: "Mine" }),
    async record(plural, given) {
      const fresh = next(plural);
      const key = { ...fresh, value: given ?? fresh.value };
      const serial = { internal_name: UNIQUE, value: `serial${count}` };
      const known = [key, serial];
      const isKnown = ({ internal_name }: PlantedRecord["key"]) =>
        known.some((one) => one.internal_name === internal_name);
      const others = (filled.get(plural) ?? []) as readonly PlantedRecord["key"][];
      const properties = [...others.filter((one) => !isKnown(one)), ...known];
      const made = await call("POST", `/api/objects/${plural}`, { properties });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return { id: String(made.body.data.id), key, serial };
    },
  };
}

interface Definition {
  readonly internal_name: string;
  readonly type: string;
  readonly multi: boolean;
  readonly readOnly: boolean;
  readonly closed: boolean;
}

function plantedItem({
  internal_name,
  type,
  multi,
  readOnly,
  closed,
}: Definition): readonly object[] {
  if (readOnly || closed || SKIPPED.has(internal_name)) return [];
  const value = OWN[internal_name] ?? VALUES[type] ?? TEXT;
  return [multi ? { internal_name, values: [value] } : { internal_name, value }];
}
