import type { Deps } from "../../deps.ts";
import { type KeyedRequest, withIdempotencyKey } from "../../idempotency/idempotency.ts";
import type { Principal } from "../../principal.ts";
import type { Context } from "../trpc.ts";

/** Runs a POST once per `Idempotency-Key`. Sets `Idempotent-Replayed` on a repeated response. */
export async function withIdempotencyKeyOf<Answer extends object>(
  ctx: Context & { principal: Principal },
  request: Omit<KeyedRequest, "key">,
  run: (deps: Deps) => Promise<Answer>,
): Promise<Answer> {
  const keyed = { ...request, key: ctx.idempotencyKey };
  const { answer, replayed } = await withIdempotencyKey(ctx.deps, ctx.principal, keyed, run);
  if (replayed) ctx.setHeader("Idempotent-Replayed", "true");
  return answer;
}
