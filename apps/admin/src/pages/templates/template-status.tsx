import { Mark, type Tone } from "../../ui/mark.tsx";

/** What the platform has said so far; it may say other things too. */
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

/** A status as the platform names it, with an icon for those that it is known to use. */
export function TemplateStatus({ status }: { readonly status: string }) {
  return <Mark tone={TONES[status.toUpperCase()] ?? "idle"}>{status}</Mark>;
}
