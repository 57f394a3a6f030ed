import type { ObjectTypeDefinition } from "../definition.ts";
import { enumeration, property } from "../property.ts";
import {
  DESCRIPTION,
  INDEXED,
  LIFECYCLE_STAGE,
  NAME,
  OWNER,
  POSTAL_ADDRESS,
  TAGS,
  WEBSITE,
} from "../shared-properties.ts";

export const company = {
  name: "company",
  plural: "companies",
  idParam: "companyId",
  title: "Company",
  pluralTitle: "Companies",
  article: "a",
  associationRank: 60,
  createFields: ["name", "domain", "website", "lifecyclestage"],
  pipeline: null,
  nameProperties: [["name"]],
  detailProperties: [["domain"], ["website"], ["city"]],
  money: null,
  examples: {
    create: { name: "Analytical Engines", domain: "engines.example" },
    set: ["industry", "Manufacturing"],
  },
  admin: {
    icon: "building",
    sortName: "name",
    columns: ["domain", "industry", "city", "country", "lifecyclestage", "created_at"],
    form: ["name", "domain", "website", "phone", "industry", "lifecyclestage"],
  },
  properties: [
    NAME,
    property("domain", "Domain", "string", INDEXED),
    WEBSITE,
    property("phone", "Phone", "phone"),
    property("industry", "Industry"),
    DESCRIPTION,
    property("employees", "Number of employees", "number"),
    property("annualrevenue", "Annual revenue", "number"),
    ...POSTAL_ADDRESS,
    LIFECYCLE_STAGE,
    enumeration("type", "Type", {
      prospect: "Prospect",
      customer: "Customer",
      partner: "Partner",
      reseller: "Reseller",
      vendor: "Vendor",
      other: "Other",
    }),
    TAGS,
    OWNER,
  ],
} as const satisfies ObjectTypeDefinition;
