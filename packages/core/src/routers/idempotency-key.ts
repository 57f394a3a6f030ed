import { type KeyedRequest, withIdempotencyKey } from "../idempotency/idempotency.ts";
import type { Gathered } from "../records/batch/input.ts";
import type { CallerContext } from "./reading.ts";

interface Post<Answer, Prepared extends AsyncDisposable | undefined>
  extends Omit<KeyedRequest<Answer, Prepared>, "key"> {
  /** HTTP status of a response over REST, if it depends on the response. A replay gets it again. */
  readonly chooseStatus?: (answer: Answer) => number;
}

/**
 * Runs a POST once per `Idempotency-Key`. Sets `Idempotent-Replayed` on a repeated response.
 *
 * Another token of the client may replay a response. If the response depends on the token's scopes, `run`
 * returns it as for a token with all of them, and the caller cuts it afterwards.
 *
 * @param run gets the context with the dependencies that it has to use
 */
export async function withIdempotencyKeyHeader<
  Called extends CallerContext,
  Answer extends object,
  Prepared extends AsyncDisposable | undefined = undefined,
>(
  ctx: Called,
  { chooseStatus, ...request }: Post<Answer, Prepared>,
  run: (ctx: Called, prepared: Prepared, gathered?: Gathered) => Promise<Answer>,
): Promise<Answer> {
  const keyed = { ...request, key: ctx.idempotencyKey };
  const { answer, replayed } = await withIdempotencyKey(ctx, keyed, (deps, ...rest) =>
    run({ ...ctx, deps }, ...rest),
  );
  if (replayed) ctx.setHeader("Idempotent-Replayed", "true");
  if (chooseStatus !== undefined) ctx.setStatus(chooseStatus(answer));
  return answer;
}

/** Returns the id of the record that a response shows in its `data`. */
export function recordOfData(answer: object): readonly number[] {
  const { data } = answer as { readonly data: { readonly id: number | string } };
  return [Number(data.id)];
}

/** For responses without values of a record. */
export function noRecords(): readonly number[] {
  return [];
}
