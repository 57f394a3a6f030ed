import { expect, it } from "vitest";
import type { z } from "zod";
import { appRouter } from "../../src/routers/app.ts";
import { storableJson } from "../../src/storable-text.ts";

/** PostgreSQL refuses U+0000, and both databases would store half a surrogate pair as U+FFFD. */
const NOT_STORABLE = ["a\ud800b", "a\0b"];

/** Texts that their service checks itself, or that are not stored. A new one needs a reason here or `storableText`. */
const CHECKED_ELSEWHERE: readonly (readonly [path: RegExp, reason: string])[] = [
  [/\.(value|highValue|values\[\])$/, "values of properties and filters: values.test.ts"],
  [/^workspace\.(contacts|companies|deals)\./, "values of properties, and ids: values.test.ts"],
  [
    /\.(internal_name|idProperty|plural|object|key|stage|pipeline|id|order\[\]|events\[\]|scopes\[\])$/,
    "must be one that exists, or a name of letters, digits and _",
  ],
  [/\.(type|types\[\]|toPlural)$/, "must be a label or an object type that exists"],
  [/\.(required|nameProperties)\[\]\[\]$/, "must be properties that exist"],
  [/\.layout\.(properties|form|header|hiddenIfEmpty)\[\]$/, "must be properties that exist"],
  [/\.(types\.create|createType\.settings)(\.properties\[\])?\.name$/, "must be names"],
  [/\.records\.timeline\.kind$/, "compared only"],
  [/\.icon$/, "must be letters, digits and hyphens"],
  [/\.(properties|associations|expand)\[\]$/, "must be names that exist"],
  [/\.properties\{\}$/, "must be names that exist"],
  [
    /^admin\.(duplicates\.merge\.values\{\}|schema\.saveProperty\.settings\.name)$/,
    "must be names",
  ],
  [/\.(cursor|probability)$/, "must be one that was given out, or a number"],
  [/\.(password|code|current|next)$/, "only their hashes are stored"],
  [/^admin\.access\.admins\.create\.email$/, "must be an email address"],
  [/\.webhooks\.endpoints\.\w+\.url$/, "webhook-endpoint-input.test.ts"],
  [/^admin\.templates\.(create|import)\./, "checked by the service"],
  [/\.wabaId$/, "must be digits"],
  [/^admin\.imports\.drafts\.setEncoding\.encoding$/, "must be one that is known"],
];

interface Node {
  readonly def: {
    readonly type: string;
    readonly shape?: Record<string, z.ZodType>;
    readonly element?: z.ZodType;
    readonly innerType?: z.ZodType;
    readonly options?: readonly z.ZodType[];
    readonly keyType?: z.ZodType;
    readonly valueType?: z.ZodType;
    readonly in?: z.ZodType;
    readonly getter?: () => z.ZodType;
  };
}

/** Yields the paths of texts of an input that accept what cannot be stored. */
function* accepting(schema: z.ZodType, path: string, depth = 0): Generator<string> {
  const { def } = (schema as unknown as { _zod: Node })._zod;
  if (depth > 20) return;
  const inner = [
    ...Object.entries(def.shape ?? {}).map(([name, one]) => [one, `${path}.${name}`] as const),
    ...[def.element, def.valueType].flatMap((one) => (one ? [[one, `${path}[]`] as const] : [])),
    ...(def.keyType ? [[def.keyType, `${path}{}`] as const] : []),
    ...[def.innerType, ...(def.options ?? [])].flatMap((one) =>
      one ? [[one, path] as const] : [],
    ),
    ...(def.type === "lazy" && def.getter ? [[def.getter(), path] as const] : []),
  ];
  for (const [one, at] of inner) yield* accepting(one, at, depth + 1);
  if (inner.length > 0) return;
  if (NOT_STORABLE.some((text) => schema.safeParse(text).success)) yield path;
}

type Procedure = { _def: { type: string; inputs: readonly z.ZodType[] } };

it("every text that a procedure stores refuses what a database cannot store", () => {
  const found = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
    .filter(([, { _def }]) => _def.type === "mutation")
    .flatMap(([name, { _def }]) => _def.inputs.flatMap((input) => [...accepting(input, name)]));
  const unchecked = [...new Set(found)].filter(
    (path) => !CHECKED_ELSEWHERE.some(([known]) => known.test(path)),
  );
  expect(unchecked).toEqual([]);
});

it("components of templates refuse it at any depth, in names too", () => {
  const fits = (value: unknown) => storableJson.safeParse(value).success;
  for (const text of NOT_STORABLE) {
    expect([text, [{ a: [text] }], { [text]: 1 }].map(fits)).toEqual([false, false, false]);
  }
  expect([null, undefined, "😀", [{ a: ["\\ud800"] }], 7].every(fits)).toBe(true);
});
