import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import {
  type Apply,
  applyCreate,
  applyDelete,
  applyDissociate,
  applyUpdate,
} from "../../../records/batch/apply.ts";
import {
  type Batch,
  type BatchAnswer,
  checkInputs,
  keyPropertyIn,
  writeBatch,
} from "../../../records/batch/batch.ts";
import { batchSelection, readBatch, readIssues } from "../../../records/batch/read.ts";
import { MAX_BATCH_BYTES } from "../../../records/batch/room.ts";
import { applyUpsert } from "../../../records/batch/upsert.ts";
import { withIdempotencyKeyHeader } from "../../idempotency-key.ts";
import type { Check, ObjectContext } from "../../reading.ts";
import { suchAs } from "../../schemas.ts";
import { router } from "../../trpc.ts";
import { type Front, frontInput, objectProcedure } from "../front.ts";
import { envelope, success } from "../schemas.ts";
import {
  atomic,
  batchAnswer,
  batchInputs,
  INPUTS,
  idProperty,
  lazyInputs,
  readRawInputs,
} from "./batch-schemas.ts";
import { requireExpandScopes } from "./record-input.ts";
import { shownRecord } from "./record-schemas.ts";
import { expandNames, names } from "./search.ts";

type Verb = keyof typeof INPUTS;

const BATCH_BYTES = 8 * 1024 * 1024;

/** POST /api/crm/objects/{plural}/batch/{create|read|update|upsert|delete|associate|dissociate} (specification §23) */
export function batchRouter<F extends Front>(front: F) {
  return router({
    create: writeMany(front, "create", applyCreate, {}),
    read: readMany(front),
    update: writeMany(front, "update", applyUpdate, {}),
    upsert: writeMany(front, "upsert", applyUpsert, { idProperty: idProperty(front) }),
    delete: writeMany(front, "delete", applyDelete, {}),
    associate: writeMany(front, "associate", applyUpdate, {}),
    dissociate: writeMany(front, "dissociate", applyDissociate, {}),
  });
}

const SUMMARIES = {
  create: ["Create", "Creates up to 1,000 records. Each input is the body of a create."],
  read: ["Read", "Returns up to 1,000 records by their ids, or by values of `idProperty`."],
  update: ["Update", "Replaces the values of properties of up to 1,000 records."],
  upsert: [
    "Create or update",
    "Updates the records that have the values of `idProperty`, and creates the others, up to 1,000. Batches that run at the same time never create two records with the same value.",
  ],
  delete: ["Delete", "Soft-deletes up to 1,000 records."],
  associate: ["Associate", "Associates up to 1,000 pairs of records, also with a label."],
  dissociate: [
    "Dissociate",
    "Ends up to 1,000 associations with all their labels, or one label of each.",
  ],
} as const;

/** Statuses of an atomic batch. */
const ERRORS = {
  create: [],
  read: [404, 409, 410],
  upsert: [],
  update: [404, 410, 412],
  delete: [404, 410, 412],
  associate: [404, 410],
  dissociate: [404, 410],
} as const;

/**
 * Builds the procedure of a batch. It leaves the `inputs` as they are: they are parsed in parts, since 1,000 take 10 ms, and
 * a malformed one must not fail the others.
 *
 * @param members what a request has besides `inputs` and `atomic`
 */
function batchProcedure<F extends Front, Members extends z.core.$ZodLooseShape>(
  front: F,
  verb: Verb,
  access: "read" | "write" | "delete",
  members: Members,
) {
  const { plural } = front;
  const described = frontInput(
    front,
    z.strictObject({ inputs: batchInputs(INPUTS[verb]), atomic, ...members }),
  );
  const read = z.strictObject({ ...described.shape, inputs: batchInputs(z.unknown()) });
  const [summary, description] = SUMMARIES[verb];
  return objectProcedure(front, {
    access,
    method: "POST",
    path: `/batch/${verb}`,
    errors: ERRORS[verb],
    otherStatus: 207,
    bodyBytes: BATCH_BYTES,
    ...(access === "read" && { onlyReads: true, requires: [requireExpandScopes] }),
    summary: `${summary} many ${plural}`,
    description: `${description} A failed input does not stop the others, unless \`atomic\` is true.`,
    input: described,
    check: batchFaults(verb),
    parse(given) {
      const { data: batch, ...result } = read.safeParse(given);
      return { ...result, data: { given, batch } } as z.ZodSafeParseResult<ReadBatch>;
    },
    output: envelope(batchAnswer),
  });
}

/** A request of a batch, and how it was given, which `Idempotency-Key` compares. */
interface ReadBatch {
  readonly given: unknown;
  readonly batch: Omit<Batch, "inputs"> & { readonly inputs: readonly unknown[] };
}

/** Returns the batch that was read. Its inputs are parsed when they are read. */
function batchIn(item: z.ZodType, input: unknown): Pick<ReadBatch, "given"> & { batch: Batch } {
  const { given, batch } = input as ReadBatch;
  return { given, batch: { ...batch, inputs: lazyInputs(item, batch.inputs) } };
}

function batchFaults(verb: Verb): Check<ObjectContext> {
  return async ({ principal, object }, input) => {
    const { idProperty } = (input ?? {}) as { readonly idProperty?: unknown };
    const takesKey = verb === "upsert" || verb === "read";
    // No property has an empty name.
    const given = typeof idProperty === "string" ? idProperty : "";
    const name = takesKey && idProperty !== undefined ? given : undefined;
    const { keyProperty, keyIssues } = keyPropertyIn(object, name);
    const inputs = readRawInputs(INPUTS[verb], input);
    if (verb === "read") {
      const { issues } = batchSelection({ principal, object }, input ?? {});
      return [...keyIssues, ...issues, ...readIssues(object, inputs, name)];
    }
    const checked = await checkInputs(object, inputs, { keyProperty, pairs: pairVerb(verb) });
    return [...keyIssues, ...checked.flatMap(({ issues }) => issues)];
  };
}

/** @param members what a request has besides `inputs` and `atomic` */
function writeMany<F extends Front, Members extends z.core.$ZodLooseShape>(
  front: F,
  verb: Exclude<Verb, "read">,
  apply: Apply,
  members: Members,
) {
  const item = INPUTS[verb];
  const access = verb === "delete" ? "delete" : "write";
  return batchProcedure(front, verb, access, members).mutation(async ({ ctx, input }) => {
    await nextTurn();
    const pairs = pairVerb(verb);
    const { given, batch } = batchIn(item, input);
    const request = {
      operation: `${ctx.object.plural}.batch.${verb}`,
      input: given,
      recordIdsIn: answeredRecords,
      chooseStatus: batchStatus,
      hasOwnCommit: true,
    };
    const answer = await withIdempotencyKeyHeader(ctx, request, async (ctx) =>
      answered(
        await writeBatch(
          ctx,
          ctx.object.name,
          { ...batch, maxBytes: MAX_BATCH_BYTES, pairs },
          apply,
        ),
      ),
    );
    await nextTurn();
    return shownTo(ctx, answer);
  });
}

function pairVerb(verb: Verb): "associate" | "dissociate" | undefined {
  return verb === "associate" || verb === "dissociate" ? verb : undefined;
}

function readMany<F extends Front>(front: F) {
  const members = {
    idProperty: idProperty(front)
      .meta({
        example: undefined,
        description: suchAs("Reads by values of this indexed property", front.examples.key),
      })
      .optional(),
    properties: names("Properties to return; all with a value if omitted", front.examples.key),
    associations: names("Object types whose associations to return", "tasks"),
    expand: expandNames,
  };
  // In tRPC a mutation: a thousand ids may be longer than a URL.
  return batchProcedure(front, "read", "read", members).mutation(async ({ ctx, input }) => {
    await nextTurn();
    const { batch } = batchIn(INPUTS.read, input);
    const answer = answered(await readBatch(ctx, batch));
    ctx.setStatus(batchStatus(answer));
    await nextTurn();
    return shownTo(ctx, answer);
  });
}

type Answered = ReturnType<typeof answered>;

function answered({ results, errors }: BatchAnswer) {
  const total = results.length + errors.length;
  const shown = errors.map(({ quota, ...error }) => ({ ...error, ...quota }));
  const data = { results, errors: shown as z.infer<typeof batchAnswer>["errors"] };
  return success(`${results.length} of ${total} inputs succeeded.`, data);
}

function batchStatus({ data }: Answered): number {
  return data.errors.length === 0 ? 200 : 207;
}

function answeredRecords({ data }: Answered): readonly number[] {
  return data.results.map(({ record }) => record.id);
}

/** Leaves out the values of the records if the token may not read them (specification §23). */
function shownTo(context: Pick<ObjectContext, "principal" | "object">, answer: Answered) {
  const results = answer.data.results.map(({ record, ...result }) => ({
    ...result,
    record: shownRecord(context, record),
  }));
  return { ...answer, data: { ...answer.data, results } };
}
