import { closedStage, NOW, type ObjectTypeDefinition, openStage } from "../definition.ts";
import { enumeration } from "../property.ts";
import {
  CLOSE_DATE,
  CREATED_DATE,
  DESCRIPTION,
  INDEXED,
  NAME,
  OWNER,
  PIPELINE_AND_STAGE,
  PRIORITIES,
  TAGS,
} from "../shared-properties.ts";

export const ticket = {
  name: "ticket",
  plural: "tickets",
  idParam: "ticketId",
  title: "Ticket",
  pluralTitle: "Tickets",
  article: "a",
  associationRank: 20,
  createFields: ["name", "description", "priority", "createdDate", "closeDate"],
  rules: { initial: { createdDate: NOW } },
  pipeline: {
    label: "Support pipeline",
    stages: [
      openStage("new", "New"),
      openStage("waiting_on_contact", "Waiting on contact"),
      openStage("waiting_on_us", "Waiting on us"),
      closedStage("closed", "Closed"),
    ],
  },
  nameProperties: [["name"]],
  detailProperties: [["priority"], ["category"]],
  money: null,
  examples: {
    create: { name: "Card reader jams", priority: "high" },
    key: "name",
    set: ["stage", "waiting_on_us"],
  },
  admin: {
    icon: "ticket",
    sortName: "name",
    columns: ["stage", "priority", "category", "source", "created_at"],
    form: ["name", "description", "pipeline", "stage", "priority", "category"],
  },
  properties: [
    NAME,
    DESCRIPTION,
    ...PIPELINE_AND_STAGE,
    enumeration("priority", "Priority", PRIORITIES, INDEXED),
    enumeration("category", "Category", {
      general_inquiry: "General inquiry",
      product_issue: "Product issue",
      billing_issue: "Billing issue",
      feature_request: "Feature request",
    }),
    enumeration("source", "Source", {
      email: "Email",
      phone: "Phone",
      chat: "Chat",
      form: "Form",
      messaging: "Messaging",
    }),
    CREATED_DATE,
    CLOSE_DATE,
    TAGS,
    OWNER,
  ],
} as const satisfies ObjectTypeDefinition;
