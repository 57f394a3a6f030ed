import { z } from "zod";
import type { Call } from "../../../call.ts";
import type { Deps } from "../../../deps.ts";
import {
  addLabel,
  changeLabel,
  labelSettingIssues,
  listLabels,
  MAX_LABEL_LIMIT,
  readLabel,
  removeLabel,
} from "../../../records/associations/labels.ts";
import { requireType } from "../../../schema/views.ts";
import { storableText } from "../../../storable-text.ts";
import { noData } from "../../schemas.ts";
import { operation } from "../../scoped-procedures.ts";
import { router } from "../../trpc.ts";
import { envelope, onePage, plural, success } from "../schemas.ts";
import { change, changeSchema, createOnce, SCOPE, settingFaults, TAGS } from "./schema-change.ts";

const READ = "crm.schemas.read";
const ALL = "/api/crm/association-labels/{plural}/{toPlural}";
const ONE = `${ALL}/{key}` as const;

const LIMIT = { error: `A limit is a whole number from 1 to ${MAX_LABEL_LIMIT}, or null.` };
const limitSchema = (description: string) =>
  z.int(LIMIT).min(1, LIMIT).max(MAX_LABEL_LIMIT, LIMIT).nullable().describe(description);

const name = storableText.meta({
  description: "Name for people, 1 to 255 characters",
  example: "Decision maker",
});
const inverseName = storableText.meta({
  description: "Name for people, as the type in `toPlural` sees it; that of `label` if omitted",
  example: "Decides at",
});
const limits = {
  maxPerSource: limitSchema(
    "Most associations with this label that one record of the type in `plural` may have",
  ),
  maxPerTarget: limitSchema(
    "Most associations with this label that one record of the type in `toPlural` may have",
  ),
};

const newLabel = {
  key: storableText.meta({
    description:
      "What an entry says that is read from the type in `plural`: a letter, then a to z, digits and underscores, at most 60",
    example: "decision_maker",
  }),
  label: name,
  inverseKey: storableText
    .meta({
      description: "What an entry says that is read from the type in `toPlural`; `key` if omitted",
      example: "decides_at",
    })
    .optional(),
  inverseLabel: inverseName.optional(),
  maxPerSource: limits.maxPerSource.optional(),
  maxPerTarget: limits.maxPerTarget.optional(),
};
const changes = {
  label: name.optional(),
  inverseLabel: inverseName.optional(),
  maxPerSource: limits.maxPerSource.optional(),
  maxPerTarget: limits.maxPerTarget.optional(),
};

/** A label of associations in a response (specification §13). */
const associationLabel = z
  .object({
    key: z.string().describe("What an entry says that is read from the type in `plural`"),
    label: z.string().describe("Name for people"),
    inverseKey: z.string().describe("What an entry says that is read from the type in `toPlural`"),
    inverseLabel: z.string().describe("Name for people, as the type in `toPlural` sees it"),
    ...limits,
  })
  .meta({ id: "AssociationLabel" });

const toPlural = plural.meta({
  description: "Type of the other record, in the plural",
  example: "companies",
});
const pair = { plural, toPlural };
const key = z.string().meta({ description: "Key of the label", example: "decision_maker" });

/** GET /api/crm/association-labels/{plural}/{toPlural} (specification §13) */
const list = operation(READ, `GET ${ALL}`, {
  errors: [404],
  tags: TAGS,
  summary: "List the labels of associations of two object types",
  description:
    "Returns all labels beside the plain one in one page, as the first type sees them. From the other side, keys, names and limits are exchanged.",
  input: z.strictObject(pair),
  output: envelope(onePage(associationLabel)),
}).query(async ({ ctx, input }) => {
  const results = listLabels(await readSides(ctx, input));
  return success("Labels found.", { results, nextCursor: null });
});

/** GET /api/crm/association-labels/{plural}/{toPlural}/{key} (specification §13) */
const read = operation(READ, `GET ${ONE}`, {
  errors: [404],
  tags: TAGS,
  summary: "Read a label of associations",
  description: "Returns one label by its key, as the first type sees it.",
  input: z.strictObject({ ...pair, key }),
  output: envelope(associationLabel),
}).query(async ({ ctx, input }) =>
  success("Label found.", readLabel(await readSides(ctx, input), input.key)),
);

/** POST /api/crm/association-labels/{plural}/{toPlural} (specification §13) */
const create = operation(SCOPE, `POST ${ALL}`, {
  status: 201,
  errors: [404],
  tags: TAGS,
  summary: "Add a label to associations of two object types",
  description:
    "Associations of the two types may then have the label beside the plain one. `key` is what an entry says that is read from the type in `plural`, `inverseKey` from the other side.",
  input: z.strictObject({ ...pair, ...newLabel }),
  check: settingFaults(newLabel, {}, (_, settings) => labelSettingIssues(settings, false)),
  output: envelope(associationLabel),
}).mutation(({ ctx, input }) =>
  createOnce(ctx, "associationLabels.create", input, async (ctx) => {
    const { plural, toPlural: _toPlural, ...settings } = input;
    const sides = await readSides(ctx, input);
    const what = changed("saveAssociationLabel", sides[1].name, settings.key, settings);
    const { result } = await changeSchema(ctx, plural, what, (deps, project) =>
      addLabel(deps, project, sides, settings),
    );
    return success("Label added.", result);
  }),
);

/** PATCH /api/crm/association-labels/{plural}/{toPlural}/{key} (specification §13) */
const update = operation(SCOPE, `PATCH ${ONE}`, {
  errors: [404, 409],
  tags: TAGS,
  summary: "Change a label of associations",
  description:
    "Changes its names and limits. Its keys stay. A limit below what records have is refused: then the 409 has their count and up to ten ids.",
  input: z.strictObject({ ...pair, key, ...changes }),
  check: settingFaults(changes, {}, (_, settings) => labelSettingIssues(settings, false)),
  isChange: true,
  output: envelope(associationLabel),
}).mutation(async ({ ctx, input }) => {
  const { plural, toPlural: _toPlural, key, ...settings } = input;
  const sides = await readSides(ctx, input);
  const what = changed("saveAssociationLabel", sides[1].name, key, settings);
  const { result } = await changeSchema(ctx, plural, what, (deps, project) =>
    changeLabel(deps, project, sides, { key, settings }),
  );
  return success("Label changed.", result);
});

/** DELETE /api/crm/association-labels/{plural}/{toPlural}/{key} (specification §13) */
const remove = operation(SCOPE, `DELETE ${ONE}`, {
  errors: [404, 409],
  tags: TAGS,
  summary: "Remove a label of associations",
  description: "A label that associations have cannot be removed: then the 409 counts them.",
  input: z.strictObject({ ...pair, key }),
  output: envelope(noData),
}).mutation(async ({ ctx, input }) => {
  const sides = await readSides(ctx, input);
  const what = changed("removeAssociationLabel", sides[1].name, input.key, {});
  await changeSchema(ctx, input.plural, what, (deps, project) =>
    removeLabel(deps, project, sides, input.key),
  );
  return success("Label removed.", null);
});

function changed(action: string, other: string, key: string, settings: object) {
  return change(action, ["association_label", other, key], { to: other, key, settings }, {});
}

/** @throws CrmError NOT_FOUND for an unknown object type */
async function readSides(
  call: Call<Pick<Deps, "schemas">>,
  { plural, toPlural }: { readonly plural: string; readonly toPlural: string },
) {
  return [
    await requireType(call, plural),
    await requireType(call, toPlural, { path: "toPlural" }),
  ] as const;
}

export const associationLabelsRouter = router({ list, read, create, update, delete: remove });
