import { OBJECT_TYPE_NAMES, OBJECT_TYPES, type ObjectType, parseObjectType } from "@rapport/model";
import { z } from "zod";
import {
  cancelImport,
  createImport,
  findImport,
  type ImportView,
  listImports,
  readImport,
  requireAccess,
  undoImport,
} from "../../imports/imports.ts";
import {
  DATE_FORMATS,
  DECIMAL_SEPARATORS,
  FORMATS,
  type ImportOptions,
  MAX_OPEN_IMPORTS,
  MODES,
} from "../../imports/settings.ts";
import { noRecords, withIdempotencyKeyOf } from "../idempotency-key.ts";
import { nextCursor, page, timestamp } from "../schemas.ts";
import { anyScopeProcedure, reportCursorFaults, requireScopesOf, router } from "../trpc.ts";
import { envelope, success } from "./envelope.ts";

const TAGS = ["Imports"];
const MAX_NAME_CHARACTERS = 255;

function scopesTo(right: "read" | "write"): readonly [string, ...string[]] {
  const [first, ...others] = OBJECT_TYPE_NAMES.map(
    (type) => `crm.${OBJECT_TYPES[type].plural}.${right}`,
  );
  return [first ?? "", ...others];
}

const WRITE = scopesTo("write");
const READ_OR_WRITE = [...WRITE, ...scopesTo("read")] as const;

const [write, ...orWrite] = WRITE;
const [readOrWrite, ...orReadOrWrite] = READ_OR_WRITE;

const object = z.enum(OBJECT_TYPE_NAMES as unknown as [ObjectType, ...ObjectType[]]).meta({
  description: "The type of the records",
  example: "contact",
});

const name = z.string().min(1).max(MAX_NAME_CHARACTERS);

/** The options of an import, as callers give them (specification §26). */
const importOptions = z.strictObject({
  object,
  mode: z.enum(MODES).meta({
    description:
      "Whether rows create records, update those that `idProperty` finds, or do one or the other (`upsert`)",
    example: "upsert",
  }),
  idProperty: name
    .meta({
      description:
        "The property that finds the records; indexed, with a single value. In the mode `update` also `id`",
      example: "email",
    })
    .optional(),
  format: z.enum(FORMATS).default("csv").describe("CSV with a header, or one JSON object per line"),
  mapping: z
    .record(name, name.nullable())
    .default({})
    .meta({
      description:
        "The property of each column, by the column's name; null to ignore it. Other columns go by the internal name or the label of a property",
      example: { "E-mail": "email", Notes: null },
    }),
  associations: z
    .array(
      z.strictObject({
        column: name.describe("Column whose values find the records"),
        object: object.describe("Type of the records to associate with"),
        idProperty: name.describe("Property that finds them, or `id`"),
      }),
    )
    .max(10)
    .default([])
    .describe("Columns that associate each row's record with others"),
  dateFormat: z
    .enum(DATE_FORMATS)
    .default("YYYY-MM-DD")
    .describe("How dates are written, beside ISO 8601. A time without a zone is in UTC"),
  decimalSeparator: z.enum(DECIMAL_SEPARATORS).default(".").describe("Separator of decimals"),
  multiValueSeparator: z
    .string()
    .min(1)
    .max(5)
    .default(";")
    .describe("Separates the values of a cell that has several"),
  emptyCells: z
    .enum(["keep", "clear"])
    .default("keep")
    .describe("Whether an empty cell keeps the value of an existing record or clears it"),
});

const count = z.int().min(0);

const undoing = z
  .object({
    state: z.enum(["running", "done", "failed", "cancelled"]).describe("State of the undoing"),
    failure: z.string().nullable().describe("Why it failed"),
    deleted: count.describe("Created records that were deleted"),
    restored: count.describe("Updated records that got their values back"),
    left: count.describe("Records that were left, because something else changed them since"),
  })
  .meta({ id: "ImportUndo" });

const importView = z
  .object({
    id: z.int().positive().meta({ description: "Id of the import", example: 7 }),
    object: z.string().meta({ description: "Type of the records", example: "contact" }),
    mode: z.enum(MODES).describe("What rows do"),
    idProperty: z.string().nullable().describe("The property that finds records"),
    format: z.enum(FORMATS).describe("Format of the file"),
    fileName: z.string().nullable().describe("Name of the file; null if it is not known"),
    state: z
      .enum(["waiting", "running", "done", "cancelled", "failed", "undone"])
      .describe("`waiting` until the data has arrived"),
    failure: z.string().nullable().describe("Why it failed"),
    read: count.describe("Rows that were read"),
    created: count.describe("Rows that created a record"),
    updated: count.describe("Rows that changed a record"),
    unchanged: count.describe("Rows that changed nothing"),
    refused: count.describe("Rows that were refused"),
    rows: count.nullable().describe("Rows of the file; null before the data has arrived"),
    bytesRead: count.describe("Bytes that were read, as UTF-8"),
    bytes: count.nullable().describe("Bytes of the unpacked file, as UTF-8"),
    encoding: z.string().nullable().meta({ description: "Its encoding", example: "utf-8" }),
    delimiter: z.string().nullable().meta({ description: "Its delimiter", example: "," }),
    undo: undoing.nullable().describe("The undoing of the import"),
    createdAt: timestamp.describe("When it was created"),
    startedAt: timestamp.nullable().describe("When its first rows were written"),
    endedAt: timestamp.nullable().describe("When it ended"),
    keptUntil: timestamp
      .nullable()
      .describe("Until then it can be undone, and its refused rows are kept"),
  })
  .meta({ id: "Import" });

const importId = z
  .union(
    [
      z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .transform(Number),
      z.int().positive(),
    ],
    {
      error: "The id of an import is a whole number.",
    },
  )
  .pipe(z.int().positive())
  .meta({
    override: ({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }) => {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { type: "integer", minimum: 1 });
    },
    description: "Id of the import",
    example: 7,
  });

const byId = z.strictObject({ importId });

/** Scopes that an import needs: to write its type, and to read the types that it finds records of. */
function scopesOf(input: unknown): readonly string[] {
  const { object: type, associations } = (input ?? {}) as {
    readonly object?: unknown;
    readonly associations?: unknown;
  };
  const scopeOf = (name: unknown, right: string) => {
    const found = typeof name === "string" ? parseObjectType(name) : undefined;
    return found === undefined ? [] : [`crm.${OBJECT_TYPES[found].plural}.${right}`];
  };
  const others = Array.isArray(associations) ? associations.slice(0, 10) : [];
  return [
    ...scopeOf(type, "write"),
    ...others.flatMap((one) => scopeOf((one as { object?: unknown } | null)?.object, "read")),
  ];
}

/** POST /api/crm/imports (specification §26) */
const create = anyScopeProcedure(WRITE)
  .meta({
    scope: write,
    orScopes: orWrite,
    status: 201,
    openapi: {
      method: "POST",
      path: "/api/crm/imports",
      tags: TAGS,
      summary: "Create an import",
      description: `Creates an import that waits for its file: send that to \`PUT /api/crm/imports/{importId}/data\`. Needs the scope \`crm.{plural}.write\` of the object, and \`.read\` of the objects in \`associations\`. At most ${MAX_OPEN_IMPORTS} imports of a project may wait or run.`,
      protect: true,
    },
  })
  .use(requireScopesOf(scopesOf))
  .input(importOptions)
  .output(envelope(importView))
  .mutation(async ({ ctx, input }) => {
    const { object: type, ...options } = input;
    const request = { operation: "imports.create", input, recordsOf: noRecords };
    return withIdempotencyKeyOf(ctx, request, async (deps) => {
      const made = await createImport(deps, ctx.principal, type, options as ImportOptions);
      return success("Import created.", viewed(made));
    });
  });

function viewed(view: ImportView): z.infer<typeof importView> {
  const { actor: _, ...shown } = view;
  return shown as z.infer<typeof importView>;
}

/** GET /api/crm/imports (specification §26) */
const list = anyScopeProcedure(READ_OR_WRITE)
  .meta({
    scope: readOrWrite,
    orScopes: orReadOrWrite,
    openapi: {
      method: "GET",
      path: "/api/crm/imports",
      tags: TAGS,
      summary: "List imports",
      description: "Lists the imports of the project, newest first.",
      protect: true,
    },
  })
  .use(reportCursorFaults())
  .input(z.strictObject(page))
  .output(
    envelope(
      z.object({
        results: z.array(importView).readonly().describe("The imports of this page"),
        nextCursor,
      }),
    ),
  )
  .query(async ({ ctx, input }) => {
    const found = await listImports(ctx.deps, ctx.principal, input);
    return success("Imports found.", {
      results: found.results.map(viewed),
      nextCursor: found.nextCursor,
    });
  });

/** GET /api/crm/imports/{importId} (specification §26) */
const read = anyScopeProcedure(READ_OR_WRITE)
  .meta({
    scope: readOrWrite,
    orScopes: orReadOrWrite,
    openapi: {
      method: "GET",
      path: "/api/crm/imports/{importId}",
      tags: TAGS,
      summary: "Read an import",
      description: "Returns how far an import has come.",
      protect: true,
    },
  })
  .input(byId)
  .output(envelope(importView))
  .query(async ({ ctx, input }) =>
    success("Import found.", viewed(await readImport(ctx.deps, ctx.principal, input.importId))),
  );

/** POST /api/crm/imports/{importId}/cancel (specification §26) */
const cancel = anyScopeProcedure(WRITE)
  .meta({
    scope: write,
    orScopes: orWrite,
    openapi: {
      method: "POST",
      path: "/api/crm/imports/{importId}/cancel",
      tags: TAGS,
      summary: "Cancel an import",
      description:
        "Cancels an import that waits or runs. What it has done stays; undo it if it should not.",
      protect: true,
    },
  })
  .input(byId)
  .output(envelope(importView))
  .mutation(async ({ ctx, input }) => {
    const { importId: id } = input;
    const { type } = await findImport(ctx.deps.db, ctx.principal, id);
    requireAccess(ctx.principal, type, "write");
    const request = { operation: "imports.cancel", input, recordsOf: noRecords };
    return withIdempotencyKeyOf(ctx, request, async (deps) =>
      success("Import cancelled.", viewed(await cancelImport(deps, ctx.principal, id))),
    );
  });

/** POST /api/crm/imports/{importId}/undo (specification §26) */
const undo = anyScopeProcedure(WRITE)
  .meta({
    scope: write,
    orScopes: orWrite,
    openapi: {
      method: "POST",
      path: "/api/crm/imports/{importId}/undo",
      tags: TAGS,
      summary: "Undo an import",
      description:
        "Begins to undo an import within 7 days of its end. Records that it created are deleted, and values that it changed are set back, unless something else changed them since. Also needs the scope `crm.{plural}.delete` of the object.",
      protect: true,
    },
  })
  .input(byId)
  .output(envelope(importView))
  .mutation(async ({ ctx, input }) => {
    const { importId: id } = input;
    const { type } = await findImport(ctx.deps.db, ctx.principal, id);
    requireAccess(ctx.principal, type, "write", "delete");
    const request = { operation: "imports.undo", input, recordsOf: noRecords };
    return withIdempotencyKeyOf(ctx, request, async (deps) =>
      success("Undoing begun.", viewed(await undoImport(deps, ctx.principal, id))),
    );
  });

export const imports = router({ create, list, read, cancel, undo });
