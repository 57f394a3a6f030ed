import { EVENT_TYPES } from "@rapport/model";
import { z } from "zod";
import { orRequired, shownAs, timestamp } from "../schemas.ts";

const shape = {
  id: z.string().describe("Id of the endpoint"),
  url: z.string().describe("Address that receives the events"),
  events: z.array(z.string()).readonly().describe("Event types that it receives"),
  payload: z
    .enum(["compact", "full"])
    .describe("`full` if events of records hold the whole record, `compact` if they hold less"),
  enabled: z.boolean().describe("Whether events are sent to it"),
  disabledReason: z.string().nullable().describe("Why it is disabled; null while it is enabled"),
  failingSince: timestamp
    .nullable()
    .describe("Time since which every attempt has failed; null if the last attempt succeeded"),
  notSent: z
    .object({
      events: z.array(z.string()).readonly().describe("Event types and patterns"),
      reason: z.string().describe("Why they are not sent"),
    })
    .nullable()
    .describe(
      "What it subscribes to, but is not sent, because the key that set it up may not read it; null if there is nothing",
    ),
  createdAt: timestamp.describe("When it was registered"),
  updatedAt: timestamp.describe("When it was last changed"),
};
export const endpoint = z.object(shape).meta({ id: "WebhookEndpoint" });
export const endpointWithSecret = z
  .object({
    ...shape,
    signingSecret: z
      .string()
      .meta({ description: "Secret to verify signatures with; shown only in this response" }),
  })
  .meta({ id: "WebhookEndpointWithSecret" });

const EVENTS = orRequired(
  "events must be an array of event types, or a string with such an array as JSON.",
);
const MAX_EVENTS = 1_000;
const eventList = z
  .array(z.string({ error: "An event type must be a string." }), EVENTS)
  .min(1, { error: "Subscribe to at least one event type." })
  .max(MAX_EVENTS, { error: `Give at most ${MAX_EVENTS} event types.` });

/** An array, or a JSON string of one: specification §4.2 declares the first, its example sends the second. */
export const events = z
  // Checks the entries only below, because a union reports no fault of an entry.
  .union([z.array(z.unknown() as z.ZodType<string>), z.string()], EVENTS)
  .transform(parseEvents)
  .pipe(eventList)
  .meta({
    ...shownAs({ type: "array", items: { type: "string" }, minItems: 1, maxItems: MAX_EVENTS }),
    description:
      "Event types, such as `contact.created`; `contact.*` for all events of contacts, `*` for all events",
    example: ["contact.created"],
  });

/** Returns the entries, or null for a string that holds no array. */
function parseEvents(given: readonly unknown[] | string): readonly unknown[] | null {
  if (typeof given !== "string") return given;
  try {
    const parsed: unknown = JSON.parse(given);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

export const url = z.string().min(1).meta({
  description: "HTTPS address that receives the events",
  example: "https://example.com/hooks",
});

export const allowDuplicateUrl = z
  .boolean({ error: "This must be true or false." })
  .optional()
  .describe("True to register a URL that another endpoint has; else that is 409");

export const payload = z
  .enum(["compact", "full"], { error: "payload is compact or full." })
  .optional()
  .describe(
    "`full` for the whole record in events of records; needs the scope `crm.….read` of each of their types. `compact` by default",
  );

export const KNOWN = `The event types are ${EVENT_TYPES.map((type) => `\`${type}\``).join(", ")}.`;
