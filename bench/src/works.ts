import type { Load } from "./load.ts";
import type { Seeded } from "./seed.ts";

/** One kind of request that is measured, against Rapport and against the yardsticks. */
export interface Work {
  readonly name: string;
  readonly load: (url: string, headers: Record<string, string>, seeded: Seeded) => Load;
}

let unique = 0;

export const WORKS: readonly Work[] = [
  {
    name: "read by id",
    load: (url, headers, seeded) => ({
      url,
      method: "GET",
      headers,
      next: () => ({ path: `/api/crm/objects/contacts/${anyContact(seeded)}` }),
    }),
  },
  {
    name: "read with associations",
    load: (url, headers, seeded) => ({
      url,
      method: "GET",
      headers,
      next: () => ({
        path: `/api/crm/objects/contacts/${anyContact(seeded)}?associations=company`,
      }),
    }),
  },
  {
    name: "create",
    load: (url, headers, seeded) => ({
      url,
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
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
    load: (url, headers, seeded) => ({
      url,
      method: "PATCH",
      headers: { ...headers, "content-type": "application/json" },
      next: () => ({
        path: `/api/crm/objects/contacts/${anyContact(seeded)}`,
        body: JSON.stringify({ internal_name: "lastname", value: `Changed${unique++}` }),
      }),
    }),
  },
];

function anyContact({ firstId, count }: Seeded): number {
  return firstId + Math.floor(Math.random() * count);
}
