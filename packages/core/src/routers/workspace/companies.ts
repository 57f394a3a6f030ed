import { z } from "zod";
import { COMPANY_FIELDS, companyView } from "../../workspace-view.ts";
import { filter } from "../schemas.ts";
import { recordResource } from "./record-resource.ts";
import { clearable } from "./schemas.ts";

const company = z
  .object({
    id: z.string().describe("Id of the company, the same as in the Public Object API"),
    name: z.string().nullable().describe("Name of the company"),
    domain: z.string().nullable().describe("Domain of its website"),
    website: z.string().nullable().describe("Address of its website"),
    lifecycleStage: z.string().nullable().describe("Lifecycle stage, used for segmentation"),
  })
  .meta({ id: "Company" });

const optional = (description: string, example: string) =>
  z.string().optional().meta({ description, example });

const DOMAIN = ["Domain of its website", "engines.example"] as const;
const WEBSITE = ["Address of its website", "https://engines.example"] as const;
const LIFECYCLE_STAGE = ["Lifecycle stage, used for segmentation", "customer"] as const;

/** Companies of the Workspace API (specification §4.2). */
export const companies = recordResource({
  type: "company",
  schema: company,
  view: companyView,
  fields: COMPANY_FIELDS,
  createDescription: "Creates a company. The Public Object API shows the same record.",
  create: {
    name: z
      .string()
      .min(1, { error: "A company needs a name." })
      .meta({ description: "Name of the company", example: "Analytical Engines" }),
    domain: optional(...DOMAIN),
    website: optional(...WEBSITE),
    lifecycleStage: optional(...LIFECYCLE_STAGE),
  },
  update: {
    name: clearable("Name", "Analytical Engines"),
    domain: clearable(...DOMAIN),
    website: clearable(...WEBSITE),
    lifecycleStage: clearable(...LIFECYCLE_STAGE),
  },
  filters: {
    domain: filter("Only companies with this domain", "engines.example"),
    lifecycleStage: filter("Only companies in this stage", "customer"),
  },
  where: ({ domain, lifecycleStage }) => ({
    where: {
      domain: domain as string | undefined,
      lifecyclestage: lifecycleStage as string | undefined,
    },
  }),
});
