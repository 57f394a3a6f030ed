import { labelOf } from "../../ui/values/label-of.ts";
import { Mark, type Tone } from "../../ui/values/mark.tsx";

/** Statuses seen so far. The platform may send others. */
export const KNOWN_STATUSES = [
  "APPROVED",
  "PENDING",
  "REJECTED",
  "PAUSED",
  "DISABLED",
  "IN_APPEAL",
  "PENDING_DELETION",
  "DELETED",
  "LIMIT_EXCEEDED",
  "ARCHIVED",
];
export const KNOWN_CATEGORIES = ["AUTHENTICATION", "MARKETING", "UTILITY"];

const TONES: Readonly<Record<string, Tone>> = {
  APPROVED: "good",
  PENDING: "busy",
  IN_APPEAL: "busy",
  PAUSED: "warn",
  LIMIT_EXCEEDED: "warn",
  PENDING_DELETION: "warn",
  REJECTED: "bad",
  DISABLED: "bad",
  DELETED: "bad",
};

/** The platform's status, with an icon for known ones. */
export function TemplateStatus({ status }: { readonly status: string }) {
  return <Mark tone={TONES[status.toUpperCase()] ?? "idle"}>{labelOf(status)}</Mark>;
}
