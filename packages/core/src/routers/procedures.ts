import type { z } from "zod";
import type { Meta } from "./context.ts";

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
