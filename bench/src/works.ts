import type { Load } from "./load.ts";
import type { Seeded } from "./seed.ts";

/** A kind of request that is measured on Rapport and on the yardsticks. */
export interface Work {
  readonly name: string;
  /** @param caller whose credentials to send; null for a yardstick */
  readonly load: (url: string, caller: Caller | null, seeded: Seeded) => Load;
}

export interface Caller {
  readonly token: string;
  /** Cursor of page 1,000 of the contacts, or of the last but one if there are fewer pages. */
  readonly deepCursor: string;
  /** The same for the contacts in the most common stage. */
  readonly deepFilteredCursor: string;
}

let unique = 0;

export const WORKS: readonly Work[] = [
  {
    name: "read by id",
    load: (url, caller, seeded) => ({
      url,
      method: "GET",
      headers: bearer(caller?.token),
      next: () => ({ path: `/api/crm/objects/contacts/${anyContact(seeded)}` }),
    }),
  },
  {
    name: "read with associations",
    load: (url, caller, seeded) => ({
      url,
      method: "GET",
      headers: bearer(caller?.token),
      next: () => ({
        path: `/api/crm/objects/contacts/${anyContact(seeded)}?associations=company`,
      }),
    }),
  },
  {
    name: "create",
    load: (url, caller, seeded) => ({
      url,
      method: "POST",
      headers: { ...bearer(caller?.token), "content-type": "application/json" },
      next: () => {
        const n = `${process.pid}x${unique++}`;
        return {
          path: "/api/objects/contacts",
          body: JSON.stringify({
            properties: [
              { internal_name: "firstname", value: `First${n}` },
              { internal_name: "lastname", value: `Last${n}` },
              { internal_name: "email", value: `new${n}@example.com` },
              { internal_name: "city", value: "Leeds" },
              { internal_name: "lifecyclestage", value: "lead" },
            ],
            associations: [{ to: { object: "company", id: String(seeded.companyId) } }],
          }),
        };
      },
    }),
  },
  {
    name: "update one property",
    load: (url, caller, seeded) => ({
      url,
      method: "PATCH",
      headers: { ...bearer(caller?.token), "content-type": "application/json" },
      next: () => ({
        path: `/api/crm/objects/contacts/${anyContact(seeded)}`,
        body: JSON.stringify({ internal_name: "lastname", value: `Changed${unique++}` }),
      }),
    }),
  },
  list("list 50, page 1", {}, false),
  list("list 50, page 1,000", {}, true),
  list("list 50 filtered, page 1", { lifecycleStage: "lead" }, false),
  list("list 50 filtered, page 1,000", { lifecycleStage: "lead" }, true),
  {
    name: "create with a key",
    load: (url, caller, seeded) => ({
      url,
      method: "POST",
      headers: {
        ...bearer(caller === null ? undefined : seeded.apiKey),
        "content-type": "application/json",
      },
      next: () => {
        const n = `${process.pid}k${unique++}`;
        return {
          path: "/v1/contacts",
          headers: { "idempotency-key": n },
          body: JSON.stringify({ email: `${n}@example.com`, firstName: n, lastName: `Last${n}` }),
        };
      },
    }),
  },
];

function list(name: string, filter: Record<string, string>, deep: boolean): Work {
  return {
    name,
    load: (url, caller, seeded) => {
      const place = deepPlace(caller, seeded, "lifecycleStage" in filter);
      const query = new URLSearchParams({ limit: "50", ...filter, ...(deep ? place : {}) });
      return {
        url,
        method: "GET",
        headers: bearer(caller === null ? undefined : seeded.apiKey),
        next: () => ({ path: `/v1/contacts?${query}` }),
      };
    },
  };
}

/** Returns where a deep page starts: a cursor for Rapport, an id for a yardstick. */
function deepPlace(
  caller: Caller | null,
  seeded: Seeded,
  filtered: boolean,
): Record<string, string> {
  if (caller !== null) return { cursor: filtered ? caller.deepFilteredCursor : caller.deepCursor };
  return { after: String(seeded.firstId + Math.min(49_950, seeded.count - 100)) };
}

function bearer(credential: string | undefined): Record<string, string> {
  return credential === undefined ? {} : { authorization: `Bearer ${credential}` };
}

function anyContact({ firstId, count }: Seeded): number {
  return firstId + Math.floor(Math.random() * count);
}
