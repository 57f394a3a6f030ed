import { NOW, type ObjectTypeDefinition } from "../definition.ts";
import { enumeration, property } from "../property.ts";
import { DIRECTION, DIRECTIONS, INDEXED, OCCURRED_AT, OWNER } from "../shared-properties.ts";

export const email = {
  name: "email",
  plural: "emails",
  idParam: "emailId",
  title: "Email",
  pluralTitle: "Emails",
  article: "an",
  associationRank: 2,
  activity: {
    at: "occurred_at",
    body: "text",
    word: "{Type}",
    filter: "{Types}",
    add: "Log {a type}",
  },
  createFields: ["subject", "from", "text", "occurred_at", "direction", "status"],
  rules: { required: [["occurred_at"]], initial: { occurred_at: NOW } },
  pipeline: null,
  nameProperties: [["subject"], ["text"]],
  detailProperties: [["occurred_at"], ["from"]],
  money: null,
  examples: {
    create: { subject: "Your offer", from: "grace@example.com", direction: "outbound" },
    key: "subject",
    set: ["status", "sent"],
  },
  admin: {
    icon: "mail",
    sortName: "subject",
    columns: ["occurred_at", "direction", "from", "associations.contact", "owner_id"],
    form: ["subject", "from", "to", "text", "occurred_at", "direction", "owner_id"],
  },
  properties: [
    property("subject", "Subject", "string", INDEXED),
    // Not of the type email, because two emails from one sender are not duplicates.
    property("from", "From"),
    property("to", "To", "string", { multi: true }),
    property("cc", "Cc", "string", { multi: true }),
    property("text", "Text", "text", { format: "markdown" }),
    OCCURRED_AT,
    enumeration("direction", "Direction", { ...DIRECTIONS, forwarded: "Forwarded" }, DIRECTION),
    enumeration("status", "Status", {
      sent: "Sent",
      sending: "Sending",
      scheduled: "Scheduled",
      bounced: "Bounced",
      failed: "Failed",
    }),
    OWNER,
  ],
} as const satisfies ObjectTypeDefinition;
