import { EVENT_TYPES } from "@rapport/model";
import { z } from "zod";
import type { Call } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import type { Issue } from "../../errors.ts";
import { endOfFeed, openFeedCursor, readFeed, sealFeedCursor } from "../../feed/read.ts";
import { requireReadable, typeIssues, wantedEvents } from "../../feed/readable.ts";
import { cursorIssues } from "../../paging.ts";
import { page, suchAs, timestamp } from "../schemas.ts";
import { operation, requireAccess } from "../scoped-procedures.ts";
import { router } from "../trpc.ts";
import { envelope, success } from "./schemas.ts";

const MAX_TYPES_CHARACTERS = 4_000;

const types = z
  .string()
  .max(MAX_TYPES_CHARACTERS)
  .transform(namesIn)
  .describe(
    suchAs(
      "Comma-separated event types; `contact.*` stands for every event of contacts. If absent, all that the token may read",
      "contact.*,deal.stage_changed",
    ),
  )
  .optional();

/** An empty name is an unknown type: a list that a program left empty by mistake must not mean every type. */
function namesIn(text: string): readonly string[] {
  return text.split(",");
}

const from = z.literal("now", { error: "from is now, or absent." });

const TWO_STARTS = { path: ["from"], error: "Give cursor or from, not both." };

function hasOneStart({ from, cursor }: { from?: unknown; cursor?: unknown }): boolean {
  return from === undefined || cursor === undefined;
}

/** Query parameters of the stream (specification §6.1). */
export const streamInput = z
  .strictObject({
    cursor: page.cursor,
    types,
    from: from.describe("`now` to leave out the events so far").optional(),
  })
  .refine(hasOneStart, TWO_STARTS);

/** Checks the scopes of the event types in a request. Accepts input of any shape. */
export async function requireNamedTypes(
  { deps, principal }: Call<Pick<Deps, "schemas">>,
  input: unknown,
): Promise<void> {
  requireReadable(await deps.schemas.get(principal.projectId), principal, namedTypes(input));
}

function namedTypes(input: unknown): readonly string[] {
  const { types } = (input ?? {}) as { types?: unknown };
  return typeof types === "string" ? namesIn(types) : [];
}

/** Lists the faults of a request that its schema does not find. Accepts input of any shape. */
export async function feedFaults(
  { deps, principal }: Call<Pick<Deps, "cursors" | "schemas">>,
  input: unknown,
): Promise<readonly Issue[]> {
  const { cursor } = (input ?? {}) as { cursor?: unknown };
  const schema = await deps.schemas.get(principal.projectId);
  return [...cursorIssues(deps, cursor), ...typeIssues(schema, namedTypes(input))];
}

export const event = z
  .object({
    id: z.string().meta({
      description: "Id of the event, the `webhook-id` of its deliveries",
      example: "msg_2f1c7a0e5b7d4c0f9a3e6d8b1c2f4a57",
    }),
    type: z.string().meta({ description: "Type of the event", example: "contact.updated" }),
    timestamp: timestamp.describe("When the change was made"),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        "`object`, `id` and `version`, and the rest of the whole record after the change. An update also has `changes`: the old and new value of each changed property",
      ),
  })
  .meta({ id: "Event" });

const nextCursor = z.string().meta({
  description: "Where to continue from; never null, because there may be more events later",
});

const KNOWN = `The event types are ${EVENT_TYPES.filter((type) => type !== "webhook.test")
  .map((type) => `\`${type}\``)
  .join(", ")}, and those of the project's own object types, such as \`listing.created\`.`;

/** GET /api/crm/events (specification §6.1) */
const list = operation("crm.events.read", "GET /api/crm/events", {
  errors: [410],
  tags: ["Events"],
  summary: "Follow every change",
  description: `The project's changes, in one order, none left out: the events of the types that the token may read. They are kept for 30 days. Without \`cursor\` it begins with the oldest. ${KNOWN}`,
  requires: [requireAccess(requireNamedTypes)],
  input: z
    .strictObject({
      ...page,
      types,
      from: from.describe("`now` for only the cursor of this moment, without events").optional(),
    })
    .refine(hasOneStart, TWO_STARTS),
  check: feedFaults,
  output: envelope(
    z.object({
      results: z.array(event).readonly().describe("The events of this page, in their order"),
      nextCursor,
      hasMore: z.boolean().describe("Whether there are more events now"),
    }),
  ),
}).query(async ({ ctx, input }) => {
  const { deps, principal } = ctx;
  const { cursor, types, limit, from } = input;
  const after = openFeedCursor({ deps, principal }, cursor);
  const wanted = wantedEvents(await deps.schemas.get(principal.projectId), principal, types);
  if (from === "now") {
    const now = sealFeedCursor({ deps, principal }, await endOfFeed({ deps, principal }));
    return success("Cursor of this moment.", { results: [], nextCursor: now, hasMore: false });
  }
  const { events, next, hasMore } = await readFeed({ deps, principal }, after, wanted, { limit });
  return success("Events found.", {
    results: events.map(({ number: _, ...event }) => event),
    nextCursor: sealFeedCursor({ deps, principal }, next),
    hasMore,
  });
});

export const events = router({ list });
