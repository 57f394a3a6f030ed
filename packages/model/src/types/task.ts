import type { ObjectTypeDefinition } from "../definition.ts";
import { enumeration, property } from "../property.ts";
import { BODY, INDEXED, NAME, OWNER, PRIORITIES } from "../shared-properties.ts";

export const task = {
  name: "task",
  plural: "tasks",
  idParam: "taskId",
  title: "Task",
  pluralTitle: "Tasks",
  article: "a",
  associationRank: 5,
  activity: {
    ...{
      at: "completed_at",
      body: "body",
      word: "Done",
      filter: "Done {types}",
      add: "Add {a type}",
    },
    key: "t",
  },
  createFields: ["name", "due_at", "status", "completed_at", "priority"],
  rules: {
    required: [["status"]],
    initial: { status: "open" },
    completion: { property: "status", value: "done", time: "completed_at" },
  },
  pipeline: null,
  nameProperties: [["name"], ["body"]],
  detailProperties: [["due_at"], ["status"]],
  money: null,
  examples: {
    create: { name: "Send the offer", due_at: "2026-12-01T17:00:00Z", priority: "high" },
    key: "name",
    set: ["status", "done"],
  },
  admin: {
    icon: "checklist",
    sortName: "name",
    columns: ["due_at", "status", "priority", "owner_id", "associations.contact", "created_at"],
    form: ["name", "body", "due_at", "priority", "owner_id", "status"],
  },
  properties: [
    NAME,
    BODY,
    property("due_at", "Due", "datetime", INDEXED),
    enumeration(
      "status",
      "Status",
      { open: "Open", done: "Done" },
      { ...INDEXED, closed: true, description: "A new task is open." },
    ),
    property("completed_at", "Completed", "datetime", {
      ...INDEXED,
      description: "Set when the task becomes done, and cleared when it is opened again.",
    }),
    enumeration("priority", "Priority", PRIORITIES, INDEXED),
    OWNER,
  ],
} as const satisfies ObjectTypeDefinition;
