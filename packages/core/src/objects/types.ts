import {
  APPOINTMENT_STATUSES,
  COMPANY_TYPES,
  DEAL_TYPES,
  LEAD_STATUSES,
  LEAD_TYPES,
  LIFECYCLE_STAGES,
  PRIORITIES,
  TICKET_CATEGORIES,
  TICKET_SOURCES,
} from "./suggested-values.ts";

/** What a property's value can be (specification §11). */
export const PROPERTY_TYPES = [
  "string",
  "text",
  "number",
  "boolean",
  "date",
  "datetime",
  "email",
  "phone",
  "url",
  "enumeration",
] as const;

export type PropertyType = (typeof PROPERTY_TYPES)[number];

export interface PropertyOption {
  readonly value: string;
  readonly label: string;
}

/** One property of an object type: built in, or added by a project. */
export interface PropertyDefinition {
  /** The internal name, as requests and responses use it. */
  readonly name: string;
  readonly label: string;
  readonly type: PropertyType;
  readonly multi: boolean;
  /** Kept in the index table, so that it can be filtered and sorted by. */
  readonly indexed: boolean;
  readonly unique: boolean;
  readonly readOnly: boolean;
  /** Suggested values of an enumeration; the only ones when it is closed. */
  readonly options?: readonly PropertyOption[];
  readonly closed: boolean;
  readonly builtIn: boolean;
  readonly format?: "currency";
  readonly description?: string;
}

interface ObjectTypeRow {
  readonly name: string;
  readonly plural: string;
  /** Name of the path parameter (specification §4.1). */
  readonly idParam: string;
  readonly title: string;
  /** What a create returns besides id, createdAt and updatedAt (specification §2.5). */
  readonly createFields: readonly string[];
  readonly hasPipeline: boolean;
  readonly properties: readonly PropertyDefinition[];
}

const INDEXED = { indexed: true } as const;
const PLAIN = { multi: false, indexed: false, unique: false, readOnly: false, closed: false };

const TAGS = property("tags", "Tags", "string", { multi: true });
const OWNER = property("owner_id", "Owner", "string", INDEXED);
const NAME = property("name", "Name", "string", INDEXED);
const DESCRIPTION = property("description", "Description", "text");
const NOTES = property("notes", "Notes", "text");
const SOURCE = property("source", "Source");
const LOST_REASON = property("lost_reason", "Lost reason");
const WEBSITE = property("website", "Website", "url");
const LIFECYCLE_STAGE = enumeration("lifecyclestage", "Lifecycle stage", LIFECYCLE_STAGES, INDEXED);
const CREATED_DATE = property("createdDate", "Created date", "datetime", {
  description: "Set to the time of creation when not given.",
});
const CLOSE_DATE = property("closeDate", "Close date", "datetime", {
  description: "Set when the record enters a closed stage and has none.",
});
const PLACE = [
  property("pipeline", "Pipeline", "string", { ...INDEXED, description: "Key, id or label." }),
  property("stage", "Stage", "string", { ...INDEXED, description: "Key, id or label." }),
];
const POSTAL_ADDRESS = [
  property("address", "Street address"),
  property("city", "City"),
  property("state", "State or region"),
  property("zip", "Postal code"),
  property("country", "Country or region"),
];

/** The six object types: everything that tells them apart (specification §2, §11). */
export const OBJECT_TYPES = {
  contact: {
    name: "contact",
    plural: "contacts",
    idParam: "contactId",
    title: "Contact",
    createFields: ["firstname", "lastname", "email", "phone"],
    hasPipeline: false,
    properties: [
      property("firstname", "First name", "string", INDEXED),
      property("lastname", "Last name", "string", INDEXED),
      property("email", "Email", "email", INDEXED),
      property("phone", "Phone", "phone", INDEXED),
      property("jobtitle", "Job title"),
      property("company", "Company name"),
      WEBSITE,
      ...POSTAL_ADDRESS,
      LIFECYCLE_STAGE,
      enumeration("lead_status", "Lead status", LEAD_STATUSES, INDEXED),
      SOURCE,
      property("language", "Language"),
      NOTES,
      TAGS,
      OWNER,
    ],
  },
  company: {
    name: "company",
    plural: "companies",
    idParam: "companyId",
    title: "Company",
    createFields: ["name", "domain", "website", "lifecyclestage"],
    hasPipeline: false,
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
      enumeration("type", "Type", COMPANY_TYPES),
      TAGS,
      OWNER,
    ],
  },
  deal: {
    name: "deal",
    plural: "deals",
    idParam: "dealId",
    title: "Deal",
    createFields: [
      "name",
      "currency",
      "amount",
      "closeDate",
      "createdDate",
      "priority",
      "dealType",
    ],
    hasPipeline: true,
    properties: [
      NAME,
      property("amount", "Amount", "number", INDEXED),
      property("currency", "Currency", "string", {
        format: "currency",
        description: "An ISO 4217 code.",
      }),
      ...PLACE,
      { ...CLOSE_DATE, indexed: true },
      CREATED_DATE,
      enumeration("priority", "Priority", PRIORITIES),
      enumeration("dealType", "Deal type", DEAL_TYPES),
      property("probability", "Probability", "number", {
        readOnly: true,
        description: "Follows from the stage.",
      }),
      DESCRIPTION,
      LOST_REASON,
      TAGS,
      OWNER,
    ],
  },
  ticket: {
    name: "ticket",
    plural: "tickets",
    idParam: "ticketId",
    title: "Ticket",
    createFields: ["name", "description", "priority", "createdDate", "closeDate"],
    hasPipeline: true,
    properties: [
      NAME,
      DESCRIPTION,
      ...PLACE,
      enumeration("priority", "Priority", PRIORITIES, INDEXED),
      enumeration("category", "Category", TICKET_CATEGORIES),
      enumeration("source", "Source", TICKET_SOURCES),
      CREATED_DATE,
      CLOSE_DATE,
      TAGS,
      OWNER,
    ],
  },
  lead: {
    name: "lead",
    plural: "leads",
    idParam: "leadId",
    title: "Lead",
    createFields: ["name", "status", "source", "lead_type"],
    hasPipeline: true,
    properties: [
      NAME,
      enumeration("status", "Status", LEAD_STATUSES, INDEXED),
      ...PLACE,
      SOURCE,
      enumeration("lead_type", "Lead type", LEAD_TYPES),
      LOST_REASON,
      TAGS,
      OWNER,
    ],
  },
  appointment: {
    name: "appointment",
    plural: "appointments",
    idParam: "appointmentId",
    title: "Appointment",
    createFields: ["name", "appointment_start_ts", "appointment_end_ts", "status"],
    hasPipeline: true,
    properties: [
      NAME,
      property("appointment_start_ts", "Start", "datetime", INDEXED),
      property("appointment_end_ts", "End", "datetime", { description: "Not before the start." }),
      enumeration("status", "Status", APPOINTMENT_STATUSES),
      property("location", "Location"),
      NOTES,
      ...PLACE,
      TAGS,
      OWNER,
    ],
  },
} as const satisfies Record<string, ObjectTypeRow>;

export type ObjectType = keyof typeof OBJECT_TYPES;

/** One of a type in a sentence: `a deal`, `an appointment`. */
export function withArticle(type: ObjectType): string {
  return `${type === "appointment" ? "an" : "a"} ${type}`;
}

/** A pair's label names the earlier of its two types first (specification §13). */
export const ASSOCIATION_ORDER = [
  "appointment",
  "ticket",
  "deal",
  "lead",
  "contact",
  "company",
] as const satisfies readonly ObjectType[];

export interface AssociationLabel {
  readonly from: ObjectType;
  readonly to: ObjectType;
  /** The relationship label of specification §2.4, such as `deal_to_company`. */
  readonly label: string;
}

/**
 * The one direction and label of an association, whichever side it is made or read from (specification §2.4).
 *
 * @returns null for two of the same type, which cannot be associated
 */
export function associationLabel(a: ObjectType, b: ObjectType): AssociationLabel | null {
  if (a === b) return null;
  const aIsEarlier = ASSOCIATION_ORDER.indexOf(a) < ASSOCIATION_ORDER.indexOf(b);
  const [from, to] = aIsEarlier ? [a, b] : [b, a];
  return { from, to, label: `${from}_to_${to}` };
}

/**
 * The object type of a name from a request, such as `to.object` or an entry of `?associations=`.
 *
 * @returns undefined unless it is exactly one of the six singular names
 */
export function parseObjectType(name: string): ObjectType | undefined {
  return Object.hasOwn(OBJECT_TYPES, name) ? (name as ObjectType) : undefined;
}

function enumeration(
  name: string,
  label: string,
  suggested: readonly PropertyOption[],
  traits: Partial<PropertyDefinition> = {},
): PropertyDefinition {
  return property(name, label, "enumeration", { ...traits, options: suggested });
}

function property(
  name: string,
  label: string,
  type: PropertyType = "string",
  traits: Partial<PropertyDefinition> = {},
): PropertyDefinition {
  return { name, label, type, ...PLAIN, builtIn: true, ...traits };
}
