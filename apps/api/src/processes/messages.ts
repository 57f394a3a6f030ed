import type { LimitState } from "@rapport/core";
import type { WindowOptions } from "@rapport/service/limits";
import type { MetricValues } from "@rapport/service/operation/metrics";

/** What an API process needs to know at its start. */
export interface Role {
  /** The port of the program; null for the first process, if the system chooses the port. */
  readonly port: number | null;
  /** The port to listen on. Node takes 0 for the port that the system has chosen for the others. */
  readonly listenOn: number;
  /** Whether it is the first process of the program. */
  readonly isFirst: boolean;
  /** Milliseconds that a process which leaves waits for its clients. */
  readonly leaveGrace: number;
}

/** Points to take from a rate limit: the name of its window, the key that they count for, and how many. */
export type Take = readonly [window: string, key: string, points: number];

/** A question of an API process to the primary process. */
export type Question =
  | { readonly of: "role" }
  | { readonly of: "metrics" }
  | { readonly of: "points"; readonly takes: readonly Take[] }
  | {
      readonly of: "place";
      readonly places: string;
      readonly key: string;
      readonly most: number;
    };

/** The answers to the questions. */
export interface Answers {
  readonly role: Role;
  /** Metrics of all processes, in the text format of Prometheus. */
  readonly metrics: string;
  readonly points: readonly LimitState[];
  /** Whether the place was free. */
  readonly place: boolean;
}

/** A message of an API process to the primary process. */
export type Report =
  | { readonly kind: "question"; readonly id: number; readonly question: Question }
  | { readonly kind: "window"; readonly name: string; readonly options: WindowOptions }
  | { readonly kind: "placeLeft"; readonly places: string; readonly key: string }
  | { readonly kind: "serving"; readonly port: number; readonly database: string }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "beat"; readonly isReady: boolean }
  | { readonly kind: "metrics"; readonly metrics: MetricValues };

/** A message of the primary process to an API process. */
export type Order =
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answers[Question["of"]] }
  | { readonly kind: "metrics" }
  /** Stops the process: all processes stop. */
  | { readonly kind: "stop" }
  /** Stops the process while others keep serving the port. */
  | { readonly kind: "leave" };
