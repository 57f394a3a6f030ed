import { z } from "zod";
import { requireScope } from "../../access/require-scope.ts";
import { positionAt, positionOfNewest } from "../../feed/follow.ts";
import { sealFeedCursor } from "../../feed/read.ts";
import { recordName } from "../../records/names.ts";
import { withExample } from "../input-issues.ts";
import { instant } from "../schemas.ts";
import { answerSchema, fittedPage } from "./answer.ts";
import { cursor, limit, MAX_ITEMS, object } from "./arguments.ts";
import { limitIn } from "./reading.ts";
import { refuseFaults, type Tool, type ToolCall, toolOperations } from "./tool.ts";

const USUAL = 50;

export const recentChanges: Tool = {
  name: "recent_changes",
  title: "Recent changes",
  description:
    "Lists what changed in the project, oldest first: from a time (since), after a cursor, or without both the newest changes. The last 30 days are kept. Each change has its time, its type such as deal.stage_changed, the record, and the old and new values. nextCursor is never null: a later call with it returns only what has changed since. get_history says who made a change.",
  access: "feed",
  isIdempotent: true,
  input: z.strictObject({
    object: object.optional().describe("Only changes of records of this type"),
    since: z.string().optional().meta({
      description:
        "Begin at this time or day: 2026-11-20T09:30:00Z, or 2026-11-20 for its start in UTC",
      example: "2026-11-20T09:30:00Z",
    }),
    limit: limit(MAX_ITEMS, USUAL),
    cursor,
  }),
  output: answerSchema(
    z.looseObject({ type: z.string(), at: z.string(), object: z.string().optional() }),
    "The changes",
  ).extend({ hasMore: z.boolean().optional().describe("Whether there are more changes now") }),
  async run(call) {
    requireScope(call.principal, "crm.events.read");
    const { args, object, deps, principal } = call;
    if (args.since !== undefined && args.cursor !== undefined) {
      const message = "Give since or cursor, not both.";
      refuseFaults(call, { path: "since", code: "since_and_cursor", message });
    }
    const since = sinceIn(call);
    const operations = toolOperations(call);
    const wanted = limitIn(args, USUAL);
    const types = object && `${object.name}.*`;
    const isNewest = since === undefined && args.cursor === undefined;
    const start = isNewest
      ? sealFeedCursor({ deps, principal }, await positionOfNewest({ deps, principal }, wanted))
      : since === undefined
        ? args.cursor
        : sealFeedCursor({ deps, principal }, await positionAt({ deps, principal }, since));
    return fittedPage(wanted, async (limit) => {
      const page = { cursor: start, types, limit: isNewest ? wanted : limit };
      const { data } = await operations.events.list(page);
      const results = data.results.map((event) => showChange(call, event));
      const { nextCursor, hasMore } = data;
      // The newest are the last ones.
      return { results: isNewest ? results.slice(-limit) : results, nextCursor, hasMore };
    });
  },
};

function sinceIn(call: ToolCall): string | undefined {
  const { since } = call.args;
  if (typeof since !== "string") return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(since);
  const { success, data, error } = instant.safeParse(isDay ? `${since}T00:00:00Z` : since);
  if (success) return data;
  const message = error.issues[0]?.message ?? "This must be a time.";
  const issue = { path: "since", code: "invalid_format", message } as const;
  refuseFaults(call, withExample(recentChanges.input, issue));
  return undefined;
}

interface FeedEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Shows a change: of an updated record only the changed values, and its name. */
function showChange({ schema }: ToolCall, { type, timestamp: at, data }: FeedEvent): object {
  const {
    object: name,
    properties,
    associations: _,
    createdAt: __,
    updatedAt: ___,
    ...rest
  } = data;
  const object = typeof name === "string" ? schema.objects.get(name) : undefined;
  if (object === undefined || typeof properties !== "object" || properties === null) {
    // An association has a label, and says it as its type.
    const { type: label, ...others } = data;
    return { ...others, ...(label !== undefined && { label }), type, at };
  }
  const record = { id: Number(data.id), properties } as Parameters<typeof recordName>[1];
  const isUpdate = rest.changes !== undefined;
  return {
    ...{ type, at, object: object.plural, name: recordName(object, record) },
    ...rest,
    ...(!isUpdate && { properties }),
  };
}
