import { OBJECT_TYPE_NAMES, PIPELINE_TYPE_NAMES } from "./object-types.ts";

/** What an object type needs to say for the names of its events. */
interface EventSubject {
  readonly name: string;
  readonly hasPipeline: boolean;
}

/** Returns the event types that a webhook endpoint of a project with some object types can subscribe to (specification §6). */
export function listEventTypes(types: readonly EventSubject[]): readonly string[] {
  return [
    ...types.flatMap(({ name }) =>
      ["created", "updated", "deleted", "restored", "merged", "unmerged", "erased"].map(
        (action) => `${name}.${action}`,
      ),
    ),
    ...types.filter(({ hasPipeline }) => hasPipeline).map(({ name }) => `${name}.stage_changed`),
    "association.created",
    "association.deleted",
    "schema.changed",
    "template.status_changed",
    "webhook.test",
  ];
}

/** Returns some event types, and the patterns that stand for them: `*`, and `contact.*` for every event of one subject. */
export function listEventPatterns(types: readonly string[]): readonly string[] {
  const subjects = new Set(types.map((type) => `${type.slice(0, type.indexOf("."))}.*`));
  return ["*", ...subjects, ...types];
}

/** The event types of every project. */
export const EVENT_TYPES: readonly string[] = listEventTypes(
  OBJECT_TYPE_NAMES.map((name) => ({
    name,
    hasPipeline: (PIPELINE_TYPE_NAMES as readonly string[]).includes(name),
  })),
);

export const EVENT_PATTERNS: readonly string[] = listEventPatterns(EVENT_TYPES);

/** Returns whether any of an endpoint's patterns matches an event type. */
export function subscribes(patterns: readonly string[], type: string): boolean {
  const subject = `${type.slice(0, type.indexOf("."))}.*`;
  return patterns.some((pattern) => pattern === "*" || pattern === type || pattern === subject);
}
