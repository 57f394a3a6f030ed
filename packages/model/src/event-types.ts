import { OBJECT_TYPE_NAMES, PIPELINE_TYPE_NAMES } from "./object-types.ts";

/** Event types that a webhook endpoint can subscribe to (specification §6). */
export const EVENT_TYPES: readonly string[] = [
  ...OBJECT_TYPE_NAMES.flatMap((type) =>
    ["created", "updated", "deleted", "restored", "merged", "unmerged", "erased"].map(
      (action) => `${type}.${action}`,
    ),
  ),
  ...PIPELINE_TYPE_NAMES.map((type) => `${type}.stage_changed`),
  "association.created",
  "association.deleted",
  "schema.changed",
  "template.status_changed",
  "webhook.test",
];

/** Patterns such as `contact.*`, which match every event of one subject. */
const SUBJECTS = new Set(EVENT_TYPES.map((type) => `${type.slice(0, type.indexOf("."))}.*`));

/** Event types and patterns that an endpoint may subscribe to. */
export const EVENT_PATTERNS: readonly string[] = ["*", ...SUBJECTS, ...EVENT_TYPES];

/** Returns whether any of an endpoint's patterns matches an event type. */
export function subscribes(patterns: readonly string[], type: string): boolean {
  const subject = `${type.slice(0, type.indexOf("."))}.*`;
  return patterns.some((pattern) => pattern === "*" || pattern === type || pattern === subject);
}
