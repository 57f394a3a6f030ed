import { withArticle } from "@rapport/model";
import type { Deps } from "../../../deps.ts";
import type { Issue } from "../../../errors.ts";
import {
  type GivenProperties,
  givenProperties,
  type InputPaths,
  ITEM_PATHS,
} from "../../../input-paths.ts";
import { applyUpdate } from "../../../records/batch/apply.ts";
import type { GivenInput } from "../../../records/batch/check.ts";
import type { BatchResult } from "../../../records/batch/chunk.ts";
import { gatherWrite } from "../../../records/batch/gather.ts";
import type { Gathered } from "../../../records/batch/input.ts";
import { applyUpsert } from "../../../records/batch/upsert.ts";
import { type UpsertInput, upsertRecord } from "../../../records/batch/upsert-one.ts";
import type { PropertyItem } from "../../../records/property-input.ts";
import { ifVersion } from "../../../records/record.ts";
import { updateRecord } from "../../../records/update.ts";
import type { Context } from "../../context.ts";
import { withIdempotencyKeyHeader } from "../../idempotency-key.ts";
import { parseIfMatch } from "../../if-match.ts";
import { type ObjectContext, writeFaults } from "../../reading.ts";
import { type Front, frontInput, objectProcedure, typeTitle } from "../front.ts";
import { envelope, recordId, success } from "../schemas.ts";
import { batchResult, INPUTS, idProperty } from "./batch-schemas.ts";
import { givenVersion, idInPath, setInput } from "./record-input.ts";
import { shownRecord, versionTag, writtenRecord } from "./record-schemas.ts";

/** PATCH /api/crm/objects/{plural}/{id} (specification §4.1, §23) */
export function setOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "write",
    method: "PATCH",
    path: "/{id}",
    errors: [404, 409, 410, 412],
    takesIfMatch: true,
    takesPrefer: true,
    summary: `Update ${withArticle(front)}`,
    description:
      "Replaces the value of one property, or with `properties` of several: all of them or none. Without a value, clears the property. `data` is null unless the request prefers the record.",
    input: setInput(front),
    check: updateFaults(front),
    form: formIssues(front),
    output: envelope(writtenRecord.nullable().describe("Null unless preferred")),
  }).mutation(async ({ ctx, input: given }) => {
    const input = given as object;
    const record = { type: ctx.object.name, id: idInPath(front, input) };
    const { items, paths } = readChange(input);
    const { conditions: tags } = parseIfMatch(ctx.ifMatch, record.id);
    const conditions = [...tags, ...ifVersion(givenVersion(input))];
    const write = (deps: Deps, gathered?: Gathered) =>
      updateRecord({ ...ctx, deps }, record, items, { paths, conditions, gathered });
    const updated = await (conditions.length === 0
      ? gatherWrite(ctx, { kind: "update", type: record.type }, write)
      : write(ctx.deps));
    const preference = applyPreference(ctx);
    if (preference !== "representation") return success(`${typeTitle(ctx.object)} updated.`, null);
    if (ctx.transport === "rest") ctx.setHeader("ETag", versionTag(updated));
    return success(`${typeTitle(ctx.object)} updated.`, shownRecord(ctx, updated));
  });
}

/** POST /api/crm/objects/{plural}/upsert (specification §23) */
export function upsertOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "write",
    method: "POST",
    path: "/upsert",
    otherStatus: 201,
    summary: `Create or update ${withArticle(front)}`,
    description: `Updates the one ${front.name} that has the value of \`idProperty\`, or creates it. Two requests with one value at the same time never make two records.`,
    input: frontInput(front, INPUTS.upsert.extend({ idProperty: idProperty(front) })),
    check: writeFaults(applyUpsert, (item: GivenInput) => {
      return { item, paths: givenProperties(item.properties).paths };
    }),
    output: envelope(batchResult.omit({ index: true })),
  }).mutation(async ({ ctx, input }) => {
    const { idProperty } = input as UpsertInput;
    const gathering = { kind: "upsert", type: ctx.object.name, idProperty } as const;
    const operation = `${ctx.object.plural}.upsert`;
    const request = {
      operation,
      input,
      recordIdsIn: answeredRecord,
      chooseStatus: updateStatus,
      gathering,
    };
    const answer = await withIdempotencyKeyHeader(ctx, request, async (ctx, _, gathered) => {
      const done = await upsertRecord(ctx, input as UpsertInput, { gathered });
      return success(`${typeTitle(ctx.object)} ${done.status}.`, done);
    });
    const record = shownRecord(ctx, answer.data.record);
    return { ...answer, data: { ...answer.data, record } };
  });
}

interface Answered {
  readonly data: Pick<BatchResult, "status" | "record">;
}

function answeredRecord({ data }: Answered): readonly number[] {
  return [data.record.id];
}

function updateStatus({ data }: Answered): number {
  return data.status === "created" ? 201 : 200;
}

interface Change {
  readonly items: readonly PropertyItem[];
  readonly paths: InputPaths;
}

function changeIn({ items, paths }: GivenProperties): Change {
  // Checked by the schema of the request, or reported by it.
  return { items: items as readonly PropertyItem[], paths };
}

/** Returns the property items of an update. Accepts input of any shape. */
function readChange(input: object): Change {
  const { properties, ...item } = input as PropertyItem & { readonly properties?: unknown };
  if (properties !== undefined) return changeIn(givenProperties(properties));
  const { internal_name, value, values } = item;
  const items = internal_name === undefined ? [] : [{ internal_name, value, values }];
  return { items, paths: ITEM_PATHS };
}

/** Finds what is wrong with `If-Match`, and with the two forms of an update, of which a request must have one. */
function formIssues(front: Front) {
  return ({ ifMatch }: ObjectContext, input: unknown): readonly Issue[] => {
    if (typeof input !== "object" || input === null) return [];
    const { issues } = parseIfMatch(ifMatch, idIn(front, input));
    const given = input as Readonly<Record<string, unknown>>;
    if (given.properties === undefined) {
      if (given.internal_name !== undefined) return issues;
      const message = "Give internal_name, or properties to update several.";
      return [...issues, { path: "internal_name", code: "required", message }];
    }
    const others = ["internal_name", "value", "values"].filter(
      (path) => given[path] !== undefined && given[path] !== null,
    );
    return [
      ...issues,
      ...others.map((path) => {
        const message = `Leave "${path}" out, or "properties".`;
        return { path, code: "property_and_properties", message };
      }),
    ];
  };
}

function updateFaults(front: Front) {
  return writeFaults(applyUpdate, (input) => {
    const { items, paths } = readChange(input);
    return { item: { id: idIn(front, input), properties: items }, paths };
  });
}

/** Returns the id in an input of any shape; 0, which no record has, if it is wrong. */
function idIn(front: Front, input: object): number {
  return recordId.safeParse(idInPath(front, input)).data ?? 0;
}

/** Obeys the preference `return` and names it in the response (RFC 7240 §4.2). */
function applyPreference({ prefer = "", setHeader }: Context): string | undefined {
  const preference = readPreference(prefer, "return");
  if (preference !== "representation" && preference !== "minimal") return undefined;
  setHeader("Preference-Applied", `return=${preference}`);
  return preference;
}

/**
 * Returns the value of a preference in a `Prefer` header (RFC 7240 §2), in lower case: the empty text for one
 * without a value, undefined if there is none. Of a repeated preference only the first counts. Reads up to the first
 * malformed part.
 *
 * @param name in lower case
 */
function readPreference(header: string, name: string): string | undefined {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(header);
    if (found === null) return undefined;
    at = pattern.lastIndex;
    return found[1] ?? "";
  };
  const word = () => take(QUOTED)?.replaceAll(/\\(.)/g, "$1") ?? take(TOKEN) ?? "";

  while (at < header.length) {
    take(SEPARATOR);
    const found = take(TOKEN)?.toLowerCase();
    if (found === undefined) return undefined;
    const value = take(EQUALS) === undefined ? "" : word();
    while (take(SEMICOLON) !== undefined) {
      if (take(TOKEN) !== undefined && take(EQUALS) !== undefined) word();
    }
    if (take(END) === undefined) return undefined;
    if (found === name) return value.toLowerCase();
  }
  return undefined;
}

const TOKEN = /([!#$%&'*+.^_`|~0-9A-Za-z-]+)/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const EQUALS = /[ \t]*=[ \t]*/y;
const SEMICOLON = /[ \t]*;[ \t]*/y;
/** Lists may have empty elements. */
const SEPARATOR = /[ \t,]*/y;
const END = /[ \t]*(?:,|$)/y;
