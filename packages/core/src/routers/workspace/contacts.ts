import { z } from "zod";
import { withPluses } from "../../formats.ts";
import { CONTACT_FIELDS, contactView } from "../../workspace-view.ts";
import { filter } from "../schemas.ts";
import { mergeRouters, router } from "../trpc.ts";
import { recordResource } from "./record-resource.ts";
import { clearable } from "./schemas.ts";
import { upsertContact } from "./upsert-contact.ts";

const contact = z
  .object({
    id: z.string().describe("Id of the contact, the same as in the Public Object API"),
    email: z.string().nullable().describe("Email address"),
    firstName: z.string().nullable().describe("First name"),
    lastName: z.string().nullable().describe("Last name"),
    lifecycleStage: z.string().nullable().describe("Lifecycle stage, used for segmentation"),
  })
  .meta({ id: "Contact" });

const optional = (description: string, example: string) =>
  z.string().optional().meta({ description, example });

const FIRST_NAME = ["First name", "Ada"] as const;
const LAST_NAME = ["Last name", "Lovelace"] as const;
const LIFECYCLE_STAGE = ["Lifecycle stage, used for segmentation", "lead"] as const;

const resource = recordResource({
  type: "contact",
  schema: contact,
  view: contactView,
  fields: CONTACT_FIELDS,
  createDescription: "Creates a contact. The Public Object API shows the same record.",
  create: {
    email: z
      .string()
      .min(1, { error: "A contact needs an email." })
      .meta({ description: "Email address", example: "ada@example.com" }),
    firstName: optional(...FIRST_NAME),
    lastName: optional(...LAST_NAME),
    lifecycleStage: optional(...LIFECYCLE_STAGE),
  },
  update: {
    email: clearable("Email", "ada@example.com"),
    firstName: clearable(...FIRST_NAME),
    lastName: clearable(...LAST_NAME),
    lifecycleStage: clearable(...LIFECYCLE_STAGE),
  },
  filters: {
    email: filter("Only contacts with this email", "ada@example.com"),
    lifecycleStage: filter("Only contacts in this stage", "lead"),
  },
  where: ({ email, lifecycleStage }) => ({
    where: {
      email: email === undefined ? undefined : withPluses("email", email as string),
      lifecyclestage: lifecycleStage as string | undefined,
    },
  }),
});

/** Contacts of the Workspace API (specification §4.2). */
export const contacts = mergeRouters(
  resource,
  router({
    upsert: upsertContact(contact, {
      email: z.string().min(1, { error: "Give the email, which finds the contact." }).meta({
        description: "Email address, which finds the contact",
        example: "ada@example.com",
      }),
      firstName: clearable(...FIRST_NAME),
      lastName: clearable(...LAST_NAME),
      lifecycleStage: clearable(...LIFECYCLE_STAGE),
    }),
  }),
);
