import { closedStage, type ObjectTypeDefinition, openStage } from "../definition.ts";
import { enumeration } from "../property.ts";
import {
  INDEXED,
  LEAD_STATUSES,
  LOST_REASON,
  NAME,
  OWNER,
  PIPELINE_AND_STAGE,
  SOURCE,
  TAGS,
} from "../shared-properties.ts";

export const lead = {
  name: "lead",
  plural: "leads",
  idParam: "leadId",
  title: "Lead",
  pluralTitle: "Leads",
  article: "a",
  associationRank: 40,
  createFields: ["name", "status", "source", "lead_type"],
  rules: {},
  pipeline: {
    label: "Lead pipeline",
    stages: [
      openStage("new", "New"),
      openStage("attempting", "Attempting"),
      openStage("connected", "Connected"),
      closedStage("qualified", "Qualified"),
      closedStage("disqualified", "Disqualified"),
    ],
  },
  nameProperties: [["name"]],
  detailProperties: [["status"], ["source"]],
  money: null,
  examples: {
    create: { name: "Charles Babbage", source: "Exhibition" },
    key: "name",
    set: ["status", "connected"],
  },
  admin: {
    icon: "target",
    sortName: "name",
    columns: ["status", "stage", "source", "lead_type", "created_at"],
    form: ["name", "status", "pipeline", "stage", "source"],
  },
  properties: [
    NAME,
    enumeration("status", "Status", LEAD_STATUSES, INDEXED),
    ...PIPELINE_AND_STAGE,
    SOURCE,
    enumeration("lead_type", "Lead type", {
      inbound: "Inbound",
      outbound: "Outbound",
      referral: "Referral",
      partner: "Partner",
    }),
    LOST_REASON,
    TAGS,
    OWNER,
  ],
} as const satisfies ObjectTypeDefinition;
