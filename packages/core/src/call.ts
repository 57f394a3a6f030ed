import type { Db } from "@rapport/db";
import { type Deps, joinDeps, readingDeps } from "./deps.ts";
import type { ObjectSchema } from "./object-schema.ts";
import type { Principal } from "./principal.ts";

/** What a service works with: who calls it, and its dependencies. The context of a procedure is one. */
export interface Call<Needed = Deps> {
  readonly deps: Needed;
  readonly principal: Principal;
}

/** A call about records of one type. */
export interface ObjectCall<Needed = Deps> extends Call<Needed> {
  readonly object: ObjectSchema;
}

/** Returns the same call for use inside a transaction; see `joinDeps`. */
export function joinCall<Given extends { readonly deps: Deps }>(call: Given, tx: Db): Given {
  return { ...call, deps: joinDeps(call.deps, tx) };
}

/** Returns a call for a service that only reads records; see `readingDeps`. */
export async function readingCall<Given extends Call<Pick<Deps, "db" | "replica">>>(
  call: Given,
): Promise<Given> {
  return { ...call, deps: await readingDeps(call.deps, call.principal) };
}
