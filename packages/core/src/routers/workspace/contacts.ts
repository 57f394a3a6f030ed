import { OBJECT_TYPES } from "@rapport/model";
import { z } from "zod";
import { withPluses } from "../../formats.ts";
import { applyUpsert } from "../../records/batch/upsert.ts";
import { upsertRecord } from "../../records/batch/upsert-one.ts";
import { CONTACT_FIELDS, contactView } from "../../workspace-view.ts";
import { recordOfData, withIdempotencyKeyHeader } from "../idempotency-key.ts";
import { writeFaults } from "../reading.ts";
import { filter } from "../schemas.ts";
import { recordOperation } from "../scoped-procedures.ts";
import { mergeRouters, router } from "../trpc.ts";
import { recordResource } from "./record-resource.ts";
import { clearable, envelope, success } from "./schemas.ts";
import { fieldPaths, getsFields, makeStamp, propertyItems, written } from "./written.ts";

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
    upsert: upsertContact({
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

/**
 * POST /v1/contacts/upsert (specification §23)
 *
 * @param fields schemas of the fields
 */
function upsertContact<Shape extends z.core.$ZodLooseShape>(fields: Shape) {
  return recordOperation(OBJECT_TYPES.contact, "contacts:write", "POST /contacts/upsert", {
    otherStatus: 201,
    tags: ["Contacts"],
    summary: "Create or update a contact",
    description:
      "Updates the one contact with this email, or creates it. Fields that are left out keep their value; null clears a field. A key that may not read contacts gets only its id, times and version.",
    input: z.strictObject(fields),
    check: writeFaults(applyUpsert, (input) => {
      return { item: toUpsert(input), paths: fieldPaths(CONTACT_FIELDS, input) };
    }),
    output: envelope(written(contact)),
  }).mutation(async ({ ctx, input }) => {
    const given = input as object;
    const paths = fieldPaths(CONTACT_FIELDS, given);
    const upsert = toUpsert(given);
    const { idProperty } = upsert;
    const gathering = { kind: "upsert", type: OBJECT_TYPES.contact.name, idProperty } as const;
    const request = {
      operation: "contacts.upsert",
      input,
      recordIdsIn: answeredRecord,
      chooseStatus: upsertStatus,
      gathering,
    };
    const { body, stamp } = await withIdempotencyKeyHeader(
      ctx,
      request,
      async (ctx, _, gathered) => {
        const how = { paths, gathered };
        const { status, record } = await upsertRecord(ctx, upsert, how);
        const body = success(contactView(record.id, record.properties));
        return { status, body, stamp: makeStamp(record) };
      },
    );
    return getsFields(ctx.principal, "contact") ? body : success(stamp);
  });
}

interface Answered {
  readonly status: string;
  readonly body: { readonly data: { readonly id: string } };
}

function answeredRecord({ body }: Answered): readonly number[] {
  return recordOfData(body);
}

function upsertStatus({ status }: Answered): number {
  return status === "created" ? 201 : 200;
}

function toUpsert(input: object) {
  return { idProperty: "email", properties: propertyItems(CONTACT_FIELDS, input) };
}
