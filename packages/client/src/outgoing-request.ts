import type { RawBody } from "./raw-body.ts";

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RawBody | undefined;
  /** Whether sending it twice has the same effect as sending it once. */
  readonly repeatable: boolean;
}
