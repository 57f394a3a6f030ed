import { recordScopes } from "@rapport/model";
import { z } from "zod";
import { recordScope } from "../../access/require-scope.ts";
import type { Call } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import type { Issue } from "../../errors.ts";
import { MAX_OPEN_IMPORTS } from "../../imports/files.ts";
import { createImport, IMPORTS, type ImportView, publicImport } from "../../imports/imports.ts";
import { optionIssues } from "../../imports/plan.ts";
import type { ProjectSchema } from "../../object-schema.ts";
import { undoRecordJob } from "../../record-jobs/begin-undo.ts";
import {
  cancelRecordJob,
  findRecordJob,
  listRecordJobs,
  readRecordJob,
  requireAccess,
} from "../../record-jobs/record-jobs.ts";
import { noRecords, withIdempotencyKeyHeader } from "../idempotency-key.ts";
import { cursorFaults } from "../reading.ts";
import { nextCursor, page } from "../schemas.ts";
import { operation, requireNamedScopes } from "../scoped-procedures.ts";
import { router } from "../trpc.ts";
import { byId, importOptions, importView, toImportOptions } from "./import-schemas.ts";
import { envelope, success } from "./schemas.ts";

const TAGS = ["Imports"];

const WRITE = recordScopes("write");
const READ_OR_WRITE = [...WRITE, ...recordScopes("read")] as const;

/** Scopes that an import needs: to write its type, and to read the types that it finds records of. */
function scopesToImport(input: unknown, { objects }: ProjectSchema): readonly string[] {
  const { object: type, associations } = (input ?? {}) as {
    readonly object?: unknown;
    readonly associations?: unknown;
  };
  const importScope = (name: unknown, right: "read" | "write") => {
    const object = typeof name === "string" ? objects.get(name) : undefined;
    return object === undefined ? [] : [recordScope(object, right)];
  };
  const others = Array.isArray(associations) ? associations.slice(0, 10) : [];
  return [
    ...importScope(type, "write"),
    ...others.flatMap((one) => importScope((one as { object?: unknown } | null)?.object, "read")),
  ];
}

/** POST /api/crm/imports (specification §26) */
const create = operation(WRITE, "POST /api/crm/imports", {
  status: 201,
  tags: TAGS,
  summary: "Create an import",
  description: `Creates an import that waits for its file: send that to \`PUT /api/crm/imports/{importId}/data\`. Needs the scope \`crm.{plural}.write\` of the object, and \`.read\` of the objects in \`associations\`. At most ${MAX_OPEN_IMPORTS} imports of a project may wait or run.`,
  requires: [requireNamedScopes(scopesToImport)],
  input: importOptions,
  check: checkOptions,
  output: envelope(importView),
}).mutation(async ({ ctx, input }) => {
  const { object: type, ...options } = input;
  const request = { operation: "imports.create", input, recordIdsIn: noRecords };
  return withIdempotencyKeyHeader(ctx, request, async (ctx) => {
    const made = await createImport(ctx, type, toImportOptions(options));
    return success("Import created.", shown(made));
  });
});

/** Returns the faults of those members whose shape is right. */
async function checkOptions(
  { deps, principal }: Call<Pick<Deps, "schemas">>,
  input: unknown,
): Promise<readonly Issue[]> {
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const wrong = new Set<string>();
  const right: Record<string, unknown> = { mapping: {}, associations: [] };
  for (const [name, schema] of Object.entries(importOptions.shape)) {
    const parsed = schema.safeParse(given[name]);
    if (parsed.success) right[name] = parsed.data;
    else wrong.add(name);
  }
  if (wrong.has("object")) return [];
  // If the mode is wrong, the other members are checked as for the mode that accepts the most.
  if (wrong.has("mode")) right.mode = right.idProperty === undefined ? "create" : "update";
  const { object: type, ...options } = right as unknown as z.infer<typeof importOptions>;
  const issues = optionIssues(
    await deps.schemas.get(principal.projectId),
    type,
    toImportOptions(options),
  );
  return issues.filter(({ path }) => !wrong.has(path.split(".")[0] ?? ""));
}

async function viewed(call: Call, id: number) {
  return shown(await readRecordJob(call, IMPORTS, id));
}

function shown(view: ImportView): z.infer<typeof importView> {
  return publicImport(view) as z.infer<typeof importView>;
}

/** GET /api/crm/imports (specification §26) */
const list = operation(READ_OR_WRITE, "GET /api/crm/imports", {
  tags: TAGS,
  summary: "List imports",
  description:
    "Lists the imports of those objects that the token may read or write, newest first. A page may be short or empty although `nextCursor` is not null.",
  input: z.strictObject(page),
  check: cursorFaults,
  output: envelope(
    z.object({
      results: z.array(importView).readonly().describe("The imports of this page"),
      nextCursor,
    }),
  ),
}).query(async ({ ctx, input }) => {
  const found = await listRecordJobs(ctx, [IMPORTS], input);
  return success("Imports found.", {
    results: found.results.map(shown),
    nextCursor: found.nextCursor,
  });
});

/** GET /api/crm/imports/{importId} (specification §26) */
const read = operation(READ_OR_WRITE, "GET /api/crm/imports/{importId}", {
  errors: [404],
  tags: TAGS,
  summary: "Read an import",
  description:
    "Returns how far an import has come. Needs the scope `crm.{plural}.read` or `.write` of its object.",
  input: byId,
  output: envelope(importView),
}).query(async ({ ctx, input }) => success("Import found.", await viewed(ctx, input.importId)));

/** POST /api/crm/imports/{importId}/cancel (specification §26) */
const cancel = operation(WRITE, "POST /api/crm/imports/{importId}/cancel", {
  errors: [404],
  tags: TAGS,
  summary: "Cancel an import",
  description:
    "Cancels an import that waits or runs. What it has done stays; undo it if it should not.",
  input: byId,
  output: envelope(importView),
}).mutation(async ({ ctx, input }) => {
  const { importId: id } = input;
  const job = await findRecordJob(ctx.deps.db, ctx.principal, IMPORTS, id);
  await requireAccess(ctx, job, "write");
  const request = { operation: "imports.cancel", input, recordIdsIn: noRecords };
  return withIdempotencyKeyHeader(ctx, request, async (ctx) => {
    await cancelRecordJob(ctx, IMPORTS, id);
    return success("Import cancelled.", await viewed(ctx, id));
  });
});

/** POST /api/crm/imports/{importId}/undo (specification §26) */
const undo = operation(WRITE, "POST /api/crm/imports/{importId}/undo", {
  errors: [404],
  tags: TAGS,
  summary: "Undo an import",
  description:
    "Begins to undo an import within 7 days of its end. Records that it created are deleted, and values that it changed are set back, unless something else changed them since. Also needs the scope `crm.{plural}.delete` of the object.",
  input: byId,
  output: envelope(importView),
}).mutation(async ({ ctx, input }) => {
  const { importId: id } = input;
  const job = await findRecordJob(ctx.deps.db, ctx.principal, IMPORTS, id);
  await requireAccess(ctx, job, "write", "delete");
  const request = { operation: "imports.undo", input, recordIdsIn: noRecords };
  return withIdempotencyKeyHeader(ctx, request, async (ctx) => {
    await undoRecordJob(ctx, IMPORTS, id);
    return success("Undoing begun.", await viewed(ctx, id));
  });
});

export const imports = router({ create, list, read, cancel, undo });
