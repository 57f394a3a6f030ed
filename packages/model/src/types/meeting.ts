import { NOW, type ObjectTypeDefinition } from "../definition.ts";
import { enumeration, property } from "../property.ts";
import { BODY, INDEXED, OWNER, TITLE } from "../shared-properties.ts";

export const meeting = {
  name: "meeting",
  plural: "meetings",
  idParam: "meetingId",
  title: "Meeting",
  pluralTitle: "Meetings",
  article: "a",
  associationRank: 3,
  activity: {
    at: "start",
    body: "body",
    word: "{Type}",
    filter: "{Types}",
    add: "Log {a type}",
  },
  createFields: ["title", "body", "start", "end", "location", "outcome"],
  rules: { required: [["start"]], initial: { start: NOW }, periods: [["start", "end"]] },
  pipeline: null,
  nameProperties: [["title"], ["body"]],
  detailProperties: [["start"], ["location"]],
  money: null,
  examples: {
    create: {
      title: "Kick-off",
      start: "2026-12-01T09:00:00Z",
      end: "2026-12-01T10:00:00Z",
    },
    key: "title",
    set: ["outcome", "completed"],
  },
  admin: {
    icon: "users",
    sortName: "title",
    columns: ["start", "outcome", "location", "associations.contact", "owner_id"],
    form: ["title", "body", "start", "end", "location", "outcome", "owner_id"],
  },
  properties: [
    TITLE,
    BODY,
    property("start", "Start", "datetime", {
      ...INDEXED,
      description: "If empty, the time of creation.",
    }),
    property("end", "End", "datetime"),
    property("location", "Location"),
    enumeration(
      "outcome",
      "Outcome",
      {
        scheduled: "Scheduled",
        completed: "Completed",
        rescheduled: "Rescheduled",
        no_show: "No show",
        canceled: "Canceled",
      },
      INDEXED,
    ),
    OWNER,
  ],
} as const satisfies ObjectTypeDefinition;
