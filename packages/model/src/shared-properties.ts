import { enumeration, property } from "./property.ts";

export const INDEXED = { indexed: true } as const;

export const TAGS = property("tags", "Tags", "string", { multi: true });
export const OWNER = property("owner_id", "Owner", "string", INDEXED);
export const NAME = property("name", "Name", "string", INDEXED);
export const TITLE = property("title", "Title", "string", INDEXED);
export const BODY = property("body", "Text", "text", { format: "markdown" });
export const OCCURRED_AT = property("occurred_at", "Date", "datetime", {
  ...INDEXED,
  description: "When it happened. If empty, the time of creation.",
});
export const DIRECTIONS = { inbound: "Inbound", outbound: "Outbound" };
export const DIRECTION = {
  ...INDEXED,
  description: "Inbound if they contacted you, outbound if you contacted them.",
} as const;
export const DESCRIPTION = property("description", "Description", "text");
export const NOTES = property("notes", "Notes", "text");
export const SOURCE = property("source", "Source");
export const LOST_REASON = property("lost_reason", "Lost reason");
export const WEBSITE = property("website", "Website", "url");

export const CREATED_DATE = property("createdDate", "Created date", "datetime", {
  description: "If empty, the time of creation.",
});

export const CLOSE_DATE = property("closeDate", "Close date", "datetime", {
  description: "If empty, a move to a closed stage sets it.",
});

export const PIPELINE_AND_STAGE = [
  property("pipeline", "Pipeline", "string", { ...INDEXED, description: "Key, id or label." }),
  property("stage", "Stage", "string", { ...INDEXED, description: "Key, id or label." }),
];

export const POSTAL_ADDRESS = [
  property("address", "Street address"),
  property("city", "City"),
  property("state", "State or region"),
  property("zip", "Postal code"),
  property("country", "Country or region"),
];

export const LIFECYCLE_STAGE = enumeration(
  "lifecyclestage",
  "Lifecycle stage",
  {
    subscriber: "Subscriber",
    lead: "Lead",
    marketingqualifiedlead: "Marketing qualified lead",
    salesqualifiedlead: "Sales qualified lead",
    opportunity: "Opportunity",
    customer: "Customer",
    evangelist: "Evangelist",
    other: "Other",
  },
  INDEXED,
);

export const PRIORITIES = { low: "Low", medium: "Medium", high: "High", urgent: "Urgent" };

export const LEAD_STATUSES = {
  new: "New",
  open: "Open",
  in_progress: "In progress",
  connected: "Connected",
  unqualified: "Unqualified",
};
