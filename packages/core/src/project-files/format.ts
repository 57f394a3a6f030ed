import { createHash } from "node:crypto";
import { COLORS } from "@rapport/model";
import { z } from "zod";
import { NAME_CONTROLS, nameText } from "../storable-text.ts";

/*
 * The lines of a project's file (specification §28). The file is NDJSON, compressed with gzip: a header, the lines of
 * the content, each kind in the order of KINDS, and an end with counts and digests.
 */

export const FORMAT = "rapport-project";
export const FORMAT_VERSION = 1;

const type = z.string().regex(/^[a-z][a-z0-9_]{0,49}$/);
const id = z.int().positive();
const time = z.iso.datetime({ precision: 3 });
const scalar = z.union([z.string(), z.boolean()]);
const value = z.union([scalar, z.array(z.string()), z.array(z.boolean()), z.null()]);
const changes = z.record(z.string(), z.tuple([value, value]));
const count = z.int().nonnegative();
const labelKey = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/);
const currency = z.string().regex(/^[A-Z]{3}$/);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const header = z.strictObject({
  kind: z.literal("project"),
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  name: nameText.min(1).max(255),
  createdAt: time,
  exportedAt: time,
  /** Id of the first record, from which the digests count. Null without records. */
  firstId: id.nullable(),
});

function hasPlainLabel({ label }: Readonly<Record<string, unknown>>): boolean {
  return label === undefined || nameText.safeParse(label).success;
}

const stage = z.strictObject({
  key: z.string(),
  label: nameText,
  probability: z.string().nullable(),
  closed: z.boolean(),
  /** Absent without a colour, and in files of older versions. */
  color: z.enum(COLORS).optional(),
});

const filter = z.looseObject({
  property: z.string(),
  value: z.unknown().optional(),
  values: z.array(z.unknown()).optional(),
});
const filterGroups = z.array(z.array(filter));

/** The filters of a view, in groups. */
export type FilterGroups = Readonly<z.infer<typeof filterGroups>>;

/** The kinds of content, each with its schema, in the order in which a file has them. */
const content = {
  /** A type that the project added, or its change of how a built-in one is shown. */
  type: z.strictObject({
    kind: z.literal("type"),
    name: type,
    plural: type,
    rank: z.int(),
    hasPipeline: z.boolean(),
    createdAt: time,
    /** Set if the type was removed, and its deleted records are still to be purged. */
    removedAt: time.nullable(),
    definition: z.record(z.string(), z.unknown()),
  }),
  /** A property that the project added, or its change of a built-in one. */
  property: z.strictObject({
    kind: z.literal("property"),
    type,
    name: z.string(),
    createdAt: time,
    definition: z.record(z.string(), z.unknown()).refine(hasPlainLabel, { error: NAME_CONTROLS }),
  }),
  /** A pipeline with its stages in order. */
  pipeline: z.strictObject({
    kind: z.literal("pipeline"),
    type,
    key: z.string(),
    label: nameText,
    isDefault: z.boolean(),
    stages: z.array(stage),
  }),
  /** A label of associations of two types. */
  associationLabel: z.strictObject({
    kind: z.literal("associationLabel"),
    type,
    toType: type,
    key: labelKey,
    label: nameText,
    inverseKey: labelKey,
    inverseLabel: nameText,
    maxPerSource: id.nullable(),
    maxPerTarget: id.nullable(),
    createdAt: time,
  }),
  /** A view that the project shares. Ids of records are only in its filters of associations. */
  view: z.strictObject({
    kind: z.literal("view"),
    id: z.string().min(1).max(64),
    type,
    name: nameText,
    version: count,
    /** As the actor of the history. */
    maker: z.string(),
    createdAt: time,
    updatedAt: time,
    // Unlike an object schema, `z.record` keeps the order of the members, so that an imported project has the digests of
    // its file.
    content: z
      .record(z.string(), z.unknown())
      .refine(({ groups }) => filterGroups.safeParse(groups).success),
  }),
  /** The currency in which the project adds up amounts. */
  reportingCurrency: z.strictObject({ kind: z.literal("reportingCurrency"), currency }),
  /** A rate of a currency into another one, from a day on. */
  rate: z.strictObject({
    kind: z.literal("rate"),
    base: currency,
    currency,
    from: z.iso.date(),
    rate: z.string().regex(/^\d+(\.\d+)?$/),
  }),
  association: z.strictObject({
    kind: z.literal("association"),
    from: id,
    fromType: type,
    to: id,
    toType: type,
    /** Of a label: what entries say that are read from the first record, and from the second one. */
    key: labelKey.optional(),
    inverseKey: labelKey.optional(),
    createdAt: time,
  }),
  history: z.strictObject({
    kind: z.literal("history"),
    record: id,
    action: z.string(),
    at: time,
    /** The kind and the name of the author: `client:Nightly sync`. */
    actor: z.string(),
    version: count.nullable(),
    changes,
  }),
  /** A merge of one record into another. */
  merge: z.strictObject({
    kind: z.literal("merge"),
    merged: id,
    primary: id,
    number: count,
    height: count,
    at: time,
    isKept: z.boolean(),
    changes,
  }),
  /** An association that a record took from one that was merged into it. */
  mergeAssociation: z.strictObject({
    kind: z.literal("mergeAssociation"),
    merged: id,
    other: id,
    createdAt: time,
  }),
  /** A label that an association of a record took from that of one that was merged into it. */
  mergeLabel: z.strictObject({
    kind: z.literal("mergeLabel"),
    merged: id,
    other: id,
    type,
    key: labelKey,
    createdAt: time,
  }),
  erasure: z.strictObject({
    kind: z.literal("erasure"),
    record: id,
    type,
    recordCreatedAt: time,
    version: count,
    actor: z.string(),
    at: time,
  }),
  /** Two records that an admin marked as different, the one with the lower id first. */
  difference: z.strictObject({
    kind: z.literal("difference"),
    type,
    record: id,
    other: id,
    at: time,
  }),
  /** A record in any state. */
  record: z.strictObject({
    kind: z.literal("record"),
    id,
    type,
    version: id,
    createdAt: time,
    updatedAt: time,
    deletedAt: time.nullable(),
    erasedAt: time.nullable(),
    mergedInto: id.nullable(),
    properties: z.record(z.string(), value),
  }),
};

export type Kind = keyof typeof content;
export type LineOf<K extends Kind> = Readonly<z.infer<(typeof content)[K]>>;
export type Line = { [K in Kind]: LineOf<K> }[Kind];
export type Header = Readonly<z.infer<typeof header>>;

/** The kinds of content in the order of a file. Records come last, so a record has all that belongs to it at once. */
export const KINDS = Object.keys(content) as readonly Kind[];

/** @param later of the kinds that files of earlier versions do not have */
const ofEachKind = <T extends z.ZodType>(of: T, later: z.ZodDefault<T>) =>
  z.strictObject({
    ...(Object.fromEntries(KINDS.map((kind) => [kind, of])) as Record<Kind, T>),
    type: later,
    view: later,
    reportingCurrency: later,
    rate: later,
    difference: later,
    associationLabel: later,
    mergeLabel: later,
  });

const end = z.strictObject({
  kind: z.literal("end"),
  counts: ofEachKind(count, count.default(0)),
  digests: ofEachKind(digest, digest.default(createHash("sha256").digest("hex"))),
  /** SHA-256 of all bytes before this line. */
  sha256: digest,
});

export type End = Readonly<z.infer<typeof end>>;

const anyLine = z.discriminatedUnion("kind", [header, end, ...Object.values(content)]);

/**
 * Parses a line of a file.
 *
 * @returns undefined if it is not a line of this format
 */
export function parseLine(text: string): Header | End | Line | undefined {
  try {
    return anyLine.parse(JSON.parse(text)) as Header | End | Line;
  } catch {
    return undefined;
  }
}
