import { z } from "zod";
import type { Admin } from "../../../access/admins/sessions.ts";
import { type AuditEntry, audited } from "../../../audit/audit.ts";
import type { Deps } from "../../../deps.ts";
import type { SchemaChange } from "../../../schema/change-schema.ts";
import { propertySettings } from "../../schema-settings.ts";
import { searchText } from "../../schemas.ts";
import { objectType, projectProcedure } from "../procedure.ts";

export const key = searchText(100);
export const ofType = z.object({ type: objectType });
export const savedProperty = z
  .object(propertySettings)
  .partial()
  .extend({ name: z.string() })
  .strict();

interface Changing {
  readonly deps: Deps;
  readonly admin: Admin;
  readonly principal: { readonly projectId: number };
}

/** Changes the schema, logs the change, then clears this process's schema cache. */
export async function changed<T>(
  ctx: Changing,
  { action, subject, details }: Pick<AuditEntry, "action" | "subject" | "details">,
  run: (deps: Deps) => Promise<SchemaChange<T>>,
): Promise<T> {
  const what = {
    action: `schema.${action}`,
    subject,
    details,
    isLong: true,
    isChange: ({ changes }: SchemaChange<T>) => changes.length > 0,
  };
  const { result } = await audited(ctx, what, ({ deps }) => run(deps));
  ctx.deps.schemas.clear();
  return result;
}

interface Change<Input, T> {
  /** Returns the part of the schema that changes, as the log names it. */
  subject(input: Input): string;
  run(deps: Deps, input: Input & { readonly projectId: number }): Promise<SchemaChange<T>>;
}

/** Builds the procedure of a change that needs nothing besides its input. The log keeps all of that: no schema is secret. */
export function changing<Input extends z.ZodType<object>, T>(
  action: string,
  input: Input,
  { subject, run }: Change<z.output<Input>, T>,
) {
  return projectProcedure("admin", input).mutation(({ ctx, input }) => {
    const given = input as z.output<Input> & { readonly projectId: number };
    const details = { ...given };
    return changed(ctx, { action, subject: subject(given), details }, (deps) => run(deps, given));
  });
}
