import type { ObjectType } from "@rapport/core";

/** For each object type: its plural, the smallest valid create, a property to set, and properties to check. */
export const OBJECTS = [
  {
    type: "contact",
    plural: "contacts",
    create: [{ internal_name: "email", value: "ada@example.com" }],
    set: { internal_name: "firstname", value: "Ada" },
    view: { firstname: null, lastname: null, email: "ada@example.com", phone: null },
  },
  {
    type: "company",
    plural: "companies",
    create: [{ internal_name: "name", value: "Engines" }],
    set: { internal_name: "industry", value: "Steam" },
    view: { name: "Engines", domain: null, website: null, lifecyclestage: null },
  },
  {
    type: "deal",
    plural: "deals",
    create: [
      { internal_name: "name", value: "Engine 2" },
      { internal_name: "amount", value: 1250.5 },
      { internal_name: "currency", value: "GBP" },
    ],
    set: { internal_name: "stage", value: "proposal" },
    view: { name: "Engine 2", currency: "GBP", amount: "1250.5", priority: null, dealType: null },
  },
  {
    type: "ticket",
    plural: "tickets",
    create: [{ internal_name: "name", value: "Jam" }],
    set: { internal_name: "priority", value: "high" },
    view: { name: "Jam", description: null, priority: null, closeDate: null },
  },
  {
    type: "lead",
    plural: "leads",
    create: [{ internal_name: "name", value: "Charles" }],
    set: { internal_name: "status", value: "connected" },
    view: { name: "Charles" },
  },
  {
    type: "appointment",
    plural: "appointments",
    create: [{ internal_name: "name", value: "Demo" }],
    set: { internal_name: "location", value: "London" },
    view: { name: "Demo" },
  },
] as const satisfies readonly {
  type: ObjectType;
  plural: string;
  create: readonly object[];
  set: object;
  view: object;
}[];
