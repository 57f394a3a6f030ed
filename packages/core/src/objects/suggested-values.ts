import type { PropertyOption } from "./types.ts";

/* The specification shows no allowed values: these are suggestions, and a project may close a list. */
export const LIFECYCLE_STAGES = options({
  subscriber: "Subscriber",
  lead: "Lead",
  marketingqualifiedlead: "Marketing qualified lead",
  salesqualifiedlead: "Sales qualified lead",
  opportunity: "Opportunity",
  customer: "Customer",
  evangelist: "Evangelist",
  other: "Other",
});
export const PRIORITIES = options({ low: "Low", medium: "Medium", high: "High", urgent: "Urgent" });
export const LEAD_STATUSES = options({
  new: "New",
  open: "Open",
  in_progress: "In progress",
  connected: "Connected",
  unqualified: "Unqualified",
});
export const LEAD_TYPES = options({
  inbound: "Inbound",
  outbound: "Outbound",
  referral: "Referral",
  partner: "Partner",
});
export const COMPANY_TYPES = options({
  prospect: "Prospect",
  customer: "Customer",
  partner: "Partner",
  reseller: "Reseller",
  vendor: "Vendor",
  other: "Other",
});
export const DEAL_TYPES = options({
  newbusiness: "New business",
  existingbusiness: "Existing business",
});
export const TICKET_CATEGORIES = options({
  general_inquiry: "General inquiry",
  product_issue: "Product issue",
  billing_issue: "Billing issue",
  feature_request: "Feature request",
});
export const TICKET_SOURCES = options({
  email: "Email",
  phone: "Phone",
  chat: "Chat",
  form: "Form",
  messaging: "Messaging",
});
export const APPOINTMENT_STATUSES = options({
  scheduled: "Scheduled",
  confirmed: "Confirmed",
  completed: "Completed",
  no_show: "No-show",
  cancelled: "Cancelled",
});

function options(labels: Readonly<Record<string, string>>): readonly PropertyOption[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
