import { z } from "zod";
import { DEAL_FIELDS, dealView } from "../../workspace-view.ts";
import { filter, orRequired } from "../schemas.ts";
import { recordResource } from "./record-resource.ts";
import { clearable, idFilter } from "./schemas.ts";

const deal = z
  .object({
    id: z.string().describe("Id of the deal, the same as in the Public Object API"),
    name: z.string().nullable().describe("Name of the deal"),
    amount: z.number().nullable().describe("Amount in the deal's currency"),
    currency: z.string().nullable().describe("ISO 4217 code"),
    stage: z
      .string()
      .nullable()
      .describe("Stage in its pipeline; a new deal starts in the first stage"),
    companyIds: z.array(z.string()).describe("Ids of its companies, at most 1,000"),
  })
  .meta({ id: "Deal" });

const AMOUNT = { error: "amount must be a JSON number from 0 to 9007199254740991." };
const amount = z
  .number(orRequired(AMOUNT.error))
  .nonnegative(AMOUNT)
  .max(Number.MAX_SAFE_INTEGER, AMOUNT)
  .meta({ description: "Amount in the deal's currency", example: 12500 });

function companyIds(description: string) {
  return z
    .array(z.string())
    .max(100, { error: "Give at most 100 companies in one request." })
    .optional()
    .meta({ description, example: ["42"] });
}

/** Deals of the Workspace API (specification §4.2). A deal's company is an association. */
export const deals = recordResource({
  type: "deal",
  schema: deal,
  view: (id, properties, companyIds) => ({
    ...dealView(id, properties),
    companyIds: [...companyIds],
  }),
  fields: DEAL_FIELDS,
  association: { field: "companyId", listField: "companyIds", object: "company" },
  createDescription:
    "Creates a deal in the first stage of the default pipeline. An update moves it to another stage.",
  create: {
    name: z
      .string()
      .min(1, { error: "A deal needs a name." })
      .meta({ description: "Name of the deal", example: "Engine No. 2" }),
    amount,
    currency: z
      .string()
      .min(1, { error: "A deal needs a currency." })
      .meta({ description: "ISO 4217 code", example: "GBP" }),
    companyId: z
      .string()
      .optional()
      .meta({ description: "Id of the deal's company", example: "42" }),
    companyIds: companyIds("Ids of the deal's companies, at most 100"),
  },
  update: {
    name: clearable("Name", "Engine No. 2"),
    amount: amount.nullable().describe("Amount in the deal's currency; null clears it").optional(),
    currency: clearable("ISO 4217 code", "GBP"),
    pipeline: clearable("Pipeline, by key, id or label", "default"),
    stage: clearable("Stage, by key, id or label", "proposal"),
    companyIds: companyIds(
      "Ids of all the deal's companies, at most 100; those that are not named are no longer associated",
    ),
  },
  filters: {
    stage: filter("Only deals in this stage", "proposal"),
    pipeline: filter("Only deals in this pipeline", "default"),
    companyId: idFilter("Only deals of the company with this id"),
  },
  where: ({ stage, pipeline, companyId }) => ({
    where: { stage: stage as string | undefined, pipeline: pipeline as string | undefined },
    ...(companyId !== undefined && {
      associatedWith: { object: "company", id: companyId as number },
    }),
  }),
});
