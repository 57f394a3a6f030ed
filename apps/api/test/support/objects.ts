/** For each object type: its plural, a value that upserts find it by, the smallest valid create, a property to set, and properties to check. */
export const OBJECTS = [
  {
    type: "contact",
    plural: "contacts",
    key: { internal_name: "email", value: "one@upsert.example" },
    create: [{ internal_name: "email", value: "ada@example.com" }],
    set: { internal_name: "firstname", value: "Ada" },
    view: { firstname: null, lastname: null, email: "ada@example.com", phone: null },
  },
  {
    type: "company",
    plural: "companies",
    key: { internal_name: "name", value: "One" },
    create: [{ internal_name: "name", value: "Engines" }],
    set: { internal_name: "industry", value: "Steam" },
    view: { name: "Engines", domain: null, website: null, lifecyclestage: null },
  },
  {
    type: "deal",
    plural: "deals",
    key: { internal_name: "name", value: "One" },
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
    key: { internal_name: "name", value: "One" },
    create: [{ internal_name: "name", value: "Jam" }],
    set: { internal_name: "priority", value: "high" },
    view: { name: "Jam", description: null, priority: null, closeDate: null },
  },
  {
    type: "lead",
    plural: "leads",
    key: { internal_name: "name", value: "One" },
    create: [{ internal_name: "name", value: "Charles" }],
    set: { internal_name: "status", value: "connected" },
    view: { name: "Charles" },
  },
  {
    type: "appointment",
    plural: "appointments",
    key: { internal_name: "name", value: "One" },
    create: [{ internal_name: "name", value: "Demo" }],
    set: { internal_name: "location", value: "London" },
    view: { name: "Demo" },
  },
  {
    type: "note",
    plural: "notes",
    key: { internal_name: "occurred_at", value: "2026-01-02T03:04:05.000Z" },
    create: [{ internal_name: "body", value: "Called" }],
    set: { internal_name: "owner_id", value: "7" },
    view: { body: "Called" },
  },
  {
    type: "task",
    plural: "tasks",
    key: { internal_name: "name", value: "One" },
    create: [{ internal_name: "name", value: "Call back" }],
    set: { internal_name: "priority", value: "high" },
    view: { name: "Call back", due_at: null, status: "open", completed_at: null, priority: null },
  },
] as const satisfies readonly {
  type: string;
  plural: string;
  key: { internal_name: string; value: string };
  create: readonly object[];
  set: object;
  view: object;
}[];
