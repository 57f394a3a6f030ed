import type { z } from "zod";
import type { Meta } from "./context.ts";

const inputs = new Map<string, z.ZodType>();

/** What tRPC keeps of a procedure, whose own type hides the inputs. The app has no subscriptions. */
export interface Procedure {
  readonly _def: {
    readonly type: "query" | "mutation";
    readonly inputs: readonly z.ZodType[];
    readonly meta?: Meta | undefined;
  };
}

/** Returns the procedures of a router by path, such as `public.contacts.create`. */
export function proceduresOf(router: {
  readonly _def: { readonly procedures: object };
}): Readonly<Record<string, Procedure>> {
  return router._def.procedures as Readonly<Record<string, Procedure>>;
}

/** Notes the input schemas of a router, so that `inputSchemaOf` finds them. A procedure is made before its schema. */
export function noteInputs(router: Parameters<typeof proceduresOf>[0]): void {
  for (const [path, { _def }] of Object.entries(proceduresOf(router))) {
    const [schema] = _def.inputs;
    if (schema !== undefined) inputs.set(path, schema);
  }
}

/** Returns the input schema of the procedure at a path; undefined if it takes none. */
export function inputSchemaOf(path: string): z.ZodType | undefined {
  return inputs.get(path);
}
