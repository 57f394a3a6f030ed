import { NOW, type ObjectTypeDefinition } from "../definition.ts";
import { BODY, OCCURRED_AT, OWNER } from "../shared-properties.ts";

export const note = {
  name: "note",
  plural: "notes",
  idParam: "noteId",
  title: "Note",
  pluralTitle: "Notes",
  article: "a",
  associationRank: 4,
  activity: {
    ...{
      at: "occurred_at",
      body: "body",
      word: "{Type}",
      filter: "{Types}",
      add: "Write {a type}",
    },
    ...{ key: "n", isOnActivities: true },
  },
  createFields: ["body", "occurred_at"],
  rules: { required: [["body"], ["occurred_at"]], initial: { occurred_at: NOW } },
  pipeline: null,
  nameProperties: [["body"]],
  detailProperties: [["occurred_at"]],
  money: null,
  examples: {
    create: {
      body: "Called about the second engine. She wants an offer by Friday.",
      owner_id: "grace@example.com",
    },
    key: "owner_id",
    set: ["body", "Called about the second engine. She wants an offer by Monday."],
  },
  admin: {
    icon: "note",
    sortName: "body",
    columns: ["occurred_at", "associations.contact", "associations.company", "owner_id"],
    form: ["body", "occurred_at", "owner_id"],
  },
  properties: [BODY, OCCURRED_AT, OWNER],
} as const satisfies ObjectTypeDefinition;
