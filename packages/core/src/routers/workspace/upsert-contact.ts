import { z } from "zod";
import { checkUpsert, upsertRecord } from "../../records/batch/upsert-one.ts";
import { CONTACT_FIELDS, contactView } from "../../workspace-view.ts";
import { recordOfData, withIdempotencyKeyOf } from "../idempotency-key.ts";
import { reportAllFaults } from "../report-faults.ts";
import { scopedProcedure } from "../scoped-procedures.ts";
import { envelope, success } from "./envelope.ts";
import { fieldPaths, itemsOf } from "./items.ts";
import { getsFields, stampOf, written } from "./written.ts";

/**
 * POST /v1/contacts/upsert (specification §23)
 *
 * @param contact schema of a contact in a response
 * @param fields schemas of the fields
 */
export function upsertContact<View extends z.ZodType>(
  contact: View,
  fields: z.core.$ZodLooseShape,
) {
  return scopedProcedure("contacts:write")
    .meta({
      scope: "contacts:write",
      otherStatus: 201,
      openapi: {
        method: "POST",
        path: "/contacts/upsert",
        tags: ["Contacts"],
        summary: "Create or update a contact",
        description:
          "Updates the one contact with this email, or creates it. Fields that are left out keep their value; null clears a field. A key that may not read contacts gets only its id, times and version.",
        protect: true,
      },
    })
    .use(
      reportAllFaults(async ({ deps, principal }, input) => {
        if (typeof input !== "object" || input === null) return [];
        const paths = fieldPaths(CONTACT_FIELDS, input);
        const object = await deps.schemas.object(principal.projectId, "contact");
        const issues = await checkUpsert(deps, principal, object, upsertOf(input), paths);
        return issues.filter(({ path }) => path !== "");
      }),
    )
    .input(z.strictObject(fields))
    .output(envelope(written(contact)))
    .mutation(async ({ ctx, input }) => {
      const given = input as object;
      const paths = fieldPaths(CONTACT_FIELDS, given);
      const request = { operation: "contacts.upsert", input, recordsOf, statusOf };
      const { body, stamp } = await withIdempotencyKeyOf(ctx, request, async (deps) => {
        const upserted = upsertOf(given);
        const object = await deps.schemas.object(ctx.principal.projectId, "contact");
        const done = await upsertRecord(deps, ctx.principal, object, upserted, paths);
        const { id, properties } = done.record;
        const body = success(contactView(id, properties));
        return { status: done.status, body, stamp: stampOf(done.record) };
      });
      return (getsFields(ctx.principal, "contact") ? body : success(stamp)) as never;
    });
}

interface Answered {
  readonly status: string;
  readonly body: { readonly data: { readonly id: string } };
}

function recordsOf({ body }: Answered): readonly number[] {
  return recordOfData(body);
}

function statusOf({ status }: Answered): number {
  return status === "created" ? 201 : 200;
}

function upsertOf(input: object) {
  return { idProperty: "email", properties: itemsOf(CONTACT_FIELDS, input) };
}
