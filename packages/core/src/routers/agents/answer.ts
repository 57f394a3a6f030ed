import { z } from "zod";

/** What a tool answers. An error has this form too. */
export interface Answer {
  readonly results: readonly unknown[];
  readonly errors?: readonly unknown[];
  readonly nextCursor: string | null;
  readonly [member: string]: unknown;
}

/** Most bytes of an answer: its two forms together, with room for what is around them. */
export const MAX_BYTES = 62 * 1024;

const fault = z.looseObject({
  index: z.int().optional(),
  code: z.string(),
  message: z.string(),
  issues: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
});

/** Returns the schema of a tool's answer. */
export function answerSchema(item: z.ZodType, description: string) {
  return z.looseObject({
    results: z.array(item).describe(description),
    errors: z.array(fault).optional().describe("What failed, and how to fix it"),
    nextCursor: z.string().nullable().describe("Give it as cursor for what follows; null: no more"),
    message: z.string().optional(),
    shortened: z
      .array(z.string())
      .optional()
      .describe("Values that were cut to fit. Read them one by one, or whole over the HTTP API"),
  });
}

const entry = z.looseObject({ id: z.string(), type: z.string(), name: z.string().optional() });

export const record = z.looseObject({
  id: z.int(),
  properties: z.record(z.string(), z.unknown()).optional().describe("Values by property name"),
  associations: z
    .record(z.string(), z.array(entry))
    .optional()
    .describe("Associated records by their type, with the label (type) and the name of each"),
});

/** Returns the bytes that a value takes in an answer, which has it as JSON and as text of that JSON. */
export function jsonBytes(value: unknown): number {
  const json = JSON.stringify(value) ?? "";
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json));
}

/** Bytes of the comma between two results: one in the JSON, one in the text of that JSON. */
const SEPARATOR_BYTES = 2;

/** Counts the first results of an answer that fit into it. */
export function countFitting({ results, ...rest }: Answer, most = MAX_BYTES): number {
  let bytes = jsonBytes({ ...rest, results: [] });
  const last = results.findIndex((one) => {
    bytes += jsonBytes(one) + SEPARATOR_BYTES;
    return bytes > most;
  });
  return last < 0 ? results.length : last;
}

/**
 * Reads a page that fits into an answer: once more with a lower limit, if it does not, so that its cursor is right. If not
 * even one result fits, its long values are cut.
 */
export async function fittedPage(
  limit: number,
  read: (limit: number) => Promise<Answer>,
  most = MAX_BYTES,
): Promise<Answer> {
  let answer = await read(limit);
  for (;;) {
    const fits = countFitting(answer, most);
    if (fits === answer.results.length) return answer;
    if (answer.results.length === 1) return withShortened(answer, most);
    answer = await read(Math.max(1, fits));
  }
}

/** Cuts the long values of an answer until it fits. */
export function withShortened(answer: Answer, most = MAX_BYTES): Answer {
  const { results, errors, nextCursor, ...others } = answer;
  for (const length of LENGTHS) {
    const cut = new Set<string>();
    const shorter = {
      ...(shorten(others, length, "", cut) as object),
      nextCursor,
      results: results.map((one) => shorten(one, length, "", cut)),
      ...(errors && { errors: errors.map((one) => shorten(one, length, "errors", cut)) }),
      shortened: [...cut].slice(0, 20),
    };
    if (jsonBytes(shorter) <= most) return shorter;
  }
  return { results: [], nextCursor, message: "Nothing of this fits into an answer." };
}

interface Failed {
  readonly issues?: readonly unknown[];
}

/** Returns an answer that fits although it has no next page: without values of records, and with the first issues. */
export function fitted(answer: Answer): Answer {
  if (jsonBytes(answer) <= MAX_BYTES) return answer;
  const results = answer.results.map((result) => {
    const { record } = result as { readonly record?: { readonly id: number } };
    return record === undefined ? result : { ...(result as object), record: { id: record.id } };
  });
  const errors = (answer.errors ?? []) as readonly Failed[];
  const bare = errors.map(({ issues: _, ...error }) => error);
  const short = { ...answer, results, errors: bare, shortened: ["record.properties"] };
  let room = MAX_BYTES - jsonBytes(short);
  if (room < 0) return withShortened(short);
  const shown = errors.map(({ issues = [] }, i) => {
    const kept = issues.slice(0, MAX_ISSUES).filter((issue) => {
      room -= jsonBytes(issue);
      return room > 0;
    });
    return { ...bare[i], ...(kept.length > 0 && { issues: kept }) };
  });
  return { ...short, errors: shown };
}

/** Most issues that are shown of one record if not all fit. */
const MAX_ISSUES = 10;

/** Characters of a text, and four times the entries of a list, that are kept. */
const LENGTHS = [12_000, 4_000, 1_000, 400, 120, 40];

function shorten(value: unknown, length: number, path: string, cut: Set<string>): unknown {
  if (typeof value === "string") {
    if (value.length <= length) return value;
    cut.add(path);
    return `${value.slice(0, length).toWellFormed()}…`;
  }
  if (typeof value !== "object" || value === null) return value;
  const most = length / 4;
  if (Array.isArray(value)) {
    if (value.length > most) cut.add(path);
    return value.slice(0, most).map((one) => shorten(one, length, path, cut));
  }
  const members = Object.entries(value);
  if (members.length > most) cut.add(path);
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  return Object.fromEntries(
    members.slice(0, most).map(([name, one]) => [name, shorten(one, length, at(name), cut)]),
  );
}
