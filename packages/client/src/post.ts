import type { Call, Operation } from "./operations.ts";
import type { CallOptions } from "./transport.ts";

/** Options of a POST. Retries send the same idempotency key. */
export interface PostOptions extends CallOptions {
  /** The server executes a POST once per key in 24 hours. Random by default. */
  readonly idempotencyKey?: string | undefined;
}

/** Calls an operation and returns the `data` of its response. */
export async function fetchData<Data>(
  call: Call,
  operation: Operation,
  options?: CallOptions,
): Promise<Data> {
  const answer = (await call(operation, options)) as { data: Data };
  return answer.data;
}

/** Sends a POST with an idempotency key, so that it is safe to repeat. Returns the `data` of its response. */
export async function post<Data>(
  call: Call,
  path: string,
  body: unknown,
  { idempotencyKey = crypto.randomUUID(), ...options }: PostOptions = {},
): Promise<Data> {
  return fetchData(call, { method: "POST", path, body, idempotencyKey }, options);
}
