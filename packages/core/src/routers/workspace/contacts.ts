import { z } from "zod";
import { openCursor, sealCursor } from "../../cursor.ts";
import { listRecords } from "../../query/list.ts";
import { checkCreate, createRecord } from "../../records/create.ts";
import { deleteRecord } from "../../records/delete.ts";
import { readRecord } from "../../records/read.ts";
import { checkUpdate, updateRecord } from "../../records/update.ts";
import { CONTACT_FIELDS, contactView } from "../../workspace/view.ts";
import { filter, noData, page } from "../schemas.ts";
import { reportAllFaults, router, scopedProcedure } from "../trpc.ts";
import { envelope, listEnvelope, success } from "./envelope.ts";
import { byFieldNames, itemsOf, namesOf, renameIssues } from "./items.ts";
import { once } from "./post.ts";
import { clearable, idInPath } from "./schemas.ts";

const contact = z
  .object({
    id: z.string().describe("Id of the contact; the Public Object API knows it by the same"),
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

const createInput = z.strictObject({
  email: z
    .string()
    .min(1, { error: "A contact needs an email." })
    .meta({ description: "Email address", example: "ada@example.com" }),
  firstName: optional(...FIRST_NAME),
  lastName: optional(...LAST_NAME),
  lifecycleStage: optional(...LIFECYCLE_STAGE),
});

const TAGS = ["Contacts"];

/** POST /v1/contacts (specification §4.2) */
const create = scopedProcedure("contacts:write")
  .meta({
    scope: "contacts:write",
    status: 201,
    openapi: {
      method: "POST",
      path: "/contacts",
      tags: TAGS,
      summary: "Create a contact",
      description: "Creates a contact; the Public Object API sees it as the same record.",
      protect: true,
    },
  })
  .use(
    reportAllFaults(async (ctx, input) => {
      if (typeof input !== "object" || input === null) return [];
      const properties = itemsOf(CONTACT_FIELDS, input);
      const { issues } = await checkCreate(ctx.deps, ctx.principal, "contact", { properties });
      const named = renameIssues(issues, CONTACT_FIELDS, namesOf(CONTACT_FIELDS, input));
      return named.filter(({ path }) => path !== "");
    }),
  )
  .input(createInput)
  .output(envelope(contact))
  .mutation(({ ctx, input }) =>
    once(ctx, { operation: "contacts.create", input }, (deps) =>
      byFieldNames(CONTACT_FIELDS, namesOf(CONTACT_FIELDS, input), async () => {
        const properties = itemsOf(CONTACT_FIELDS, input);
        const made = await createRecord(deps, ctx.principal, "contact", { properties });
        return success(contactView(made.id, made.properties));
      }),
    ),
  );

/** GET /v1/contacts (specification §4.2) */
const list = scopedProcedure("contacts:read")
  .meta({
    scope: "contacts:read",
    openapi: {
      method: "GET",
      path: "/contacts",
      tags: TAGS,
      summary: "List contacts",
      description: "Oldest first, in pages: follow `nextCursor` until it is null.",
      protect: true,
    },
  })
  .input(z.strictObject({ ...page, lifecycleStage: filter("Only contacts in this stage", "lead") }))
  .output(listEnvelope(contact))
  .query(async ({ ctx, input }) => {
    const { limit, cursor, lifecycleStage } = input;
    const identity = { list: "contacts", filter: { lifecycleStage } };
    const { records, next } = await listRecords(ctx.deps, ctx.principal, "contact", {
      where: { lifecyclestage: lifecycleStage },
      after: openCursor(ctx.deps, ctx.principal, identity, cursor),
      limit,
    });
    return {
      ...success(records.map(({ id, properties }) => contactView(id, properties))),
      pagination: {
        nextCursor: sealCursor(ctx.deps, ctx.principal, identity, next),
      },
    };
  });

const read = scopedProcedure("contacts:read")
  .meta({
    scope: "contacts:read",
    openapi: {
      method: "GET",
      path: "/contacts/{contactId}",
      tags: TAGS,
      summary: "Read a contact",
      description: "Returns one contact of the workspace.",
      protect: true,
    },
  })
  .input(z.strictObject({ contactId: idInPath }))
  .output(envelope(contact))
  .query(async ({ ctx, input }) => {
    const record = await readRecord(ctx.deps, ctx.principal, "contact", input.contactId, {});
    return success(contactView(record.id, record.properties));
  });

const update = scopedProcedure("contacts:write")
  .meta({
    scope: "contacts:write",
    openapi: {
      method: "PATCH",
      path: "/contacts/{contactId}",
      tags: TAGS,
      summary: "Update a contact",
      description: "Changes the fields that are given; null clears one.",
      protect: true,
    },
  })
  .use(
    reportAllFaults(async (ctx, input) => {
      if (typeof input !== "object" || input === null) return [];
      const id = idInPath.safeParse((input as { contactId?: unknown }).contactId);
      if (!id.success) return [];
      const names = namesOf(CONTACT_FIELDS, input);
      const items = itemsOf(CONTACT_FIELDS, input);
      return checkUpdate(
        ctx.deps,
        ctx.principal,
        "contact",
        id.data,
        items,
        (index) => names[index] ?? "",
      );
    }),
  )
  .input(
    z.strictObject({
      contactId: idInPath,
      email: clearable("Email", "ada@example.com"),
      firstName: clearable(...FIRST_NAME),
      lastName: clearable(...LAST_NAME),
      lifecycleStage: clearable(...LIFECYCLE_STAGE),
    }),
  )
  .output(envelope(contact))
  .mutation(async ({ ctx, input }) => {
    const names = namesOf(CONTACT_FIELDS, input);
    const items = itemsOf(CONTACT_FIELDS, input);
    const updated = await updateRecord(
      ctx.deps,
      ctx.principal,
      "contact",
      input.contactId,
      items,
      (index) => names[index] ?? "",
    );
    return success(contactView(updated.id, updated.properties));
  });

const remove = scopedProcedure("contacts:delete")
  .meta({
    scope: "contacts:delete",
    openapi: {
      method: "DELETE",
      path: "/contacts/{contactId}",
      tags: TAGS,
      summary: "Delete a contact",
      description:
        "Soft-deletes the contact: it is not found any more; an admin can restore it for 90 days.",
      protect: true,
    },
  })
  .input(z.strictObject({ contactId: idInPath }))
  .output(envelope(noData))
  .mutation(async ({ ctx, input }) => {
    await deleteRecord(ctx.deps, ctx.principal, "contact", input.contactId);
    return success(null);
  });

export const contacts = router({ create, list, read, update, delete: remove });
