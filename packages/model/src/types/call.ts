import { NOW, type ObjectTypeDefinition } from "../definition.ts";
import { enumeration, property } from "../property.ts";
import {
  BODY,
  DIRECTION,
  DIRECTIONS,
  INDEXED,
  OCCURRED_AT,
  OWNER,
  TITLE,
} from "../shared-properties.ts";

export const call = {
  name: "call",
  plural: "calls",
  idParam: "callId",
  title: "Call",
  pluralTitle: "Calls",
  article: "a",
  associationRank: 1,
  activity: {
    at: "occurred_at",
    body: "body",
    word: "{Type}",
    filter: "{Types}",
    add: "Log {a type}",
  },
  createFields: ["title", "body", "occurred_at", "duration", "direction", "status", "outcome"],
  rules: { required: [["occurred_at"]], initial: { occurred_at: NOW } },
  pipeline: null,
  nameProperties: [["title"], ["body"]],
  detailProperties: [["occurred_at"], ["outcome"]],
  money: null,
  examples: {
    create: { title: "Asked about the offer", direction: "outbound", duration: "420" },
    key: "title",
    set: ["outcome", "connected"],
  },
  admin: {
    icon: "phone",
    sortName: "title",
    columns: ["occurred_at", "direction", "outcome", "associations.contact", "owner_id"],
    form: ["title", "body", "occurred_at", "duration", "direction", "outcome", "owner_id"],
  },
  properties: [
    TITLE,
    BODY,
    OCCURRED_AT,
    property("duration", "Duration", "number", {
      description: "Seconds, such as 420 for 7 minutes.",
    }),
    enumeration("direction", "Direction", DIRECTIONS, DIRECTION),
    enumeration("status", "Status", {
      completed: "Completed",
      in_progress: "In progress",
      queued: "Queued",
      busy: "Busy",
      no_answer: "No answer",
      failed: "Failed",
      canceled: "Canceled",
    }),
    enumeration(
      "outcome",
      "Outcome",
      {
        connected: "Connected",
        left_voicemail: "Left voicemail",
        left_live_message: "Left live message",
        no_answer: "No answer",
        busy: "Busy",
        wrong_number: "Wrong number",
      },
      INDEXED,
    ),
    property("from_number", "From number"),
    property("to_number", "To number"),
    OWNER,
  ],
} as const satisfies ObjectTypeDefinition;
