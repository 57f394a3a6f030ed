import { closedStage, NOW, type ObjectTypeDefinition, openStage } from "../definition.ts";
import { enumeration, property } from "../property.ts";
import {
  CLOSE_DATE,
  CREATED_DATE,
  DESCRIPTION,
  INDEXED,
  LOST_REASON,
  NAME,
  OWNER,
  PIPELINE_AND_STAGE,
  PRIORITIES,
  TAGS,
} from "../shared-properties.ts";

export const deal = {
  name: "deal",
  plural: "deals",
  idParam: "dealId",
  title: "Deal",
  pluralTitle: "Deals",
  article: "a",
  associationRank: 30,
  createFields: ["name", "currency", "amount", "closeDate", "createdDate", "priority", "dealType"],
  rules: { initial: { createdDate: NOW } },
  pipeline: {
    label: "Sales pipeline",
    stages: [
      openStage("new", "New", "0.1"),
      openStage("qualified", "Qualified", "0.3"),
      openStage("proposal", "Proposal", "0.5"),
      openStage("negotiation", "Negotiation", "0.8"),
      closedStage("won", "Won", "1"),
      closedStage("lost", "Lost", "0"),
    ],
  },
  nameProperties: [["name"]],
  detailProperties: [["amount", "currency"]],
  money: { amount: "amount", currency: "currency" },
  examples: {
    create: { name: "Engine No. 2", amount: "12500.00", currency: "GBP" },
    key: "name",
    set: ["stage", "proposal"],
  },
  admin: {
    icon: "coin",
    sortName: "name",
    columns: ["amount", "stage", "associations.company", "priority", "closeDate", "created_at"],
    form: ["name", "amount", "currency", "pipeline", "stage", "closeDate", "priority"],
  },
  properties: [
    NAME,
    property("amount", "Amount", "number", INDEXED),
    property("currency", "Currency", "string", {
      format: "currency",
      description: "Three letters, such as EUR.",
    }),
    ...PIPELINE_AND_STAGE,
    { ...CLOSE_DATE, indexed: true },
    CREATED_DATE,
    enumeration("priority", "Priority", PRIORITIES),
    enumeration("dealType", "Deal type", {
      newbusiness: "New business",
      existingbusiness: "Existing business",
    }),
    property("probability", "Probability", "number", {
      readOnly: true,
      description: "Set by the stage.",
    }),
    DESCRIPTION,
    LOST_REASON,
    TAGS,
    OWNER,
  ],
} as const satisfies ObjectTypeDefinition;
