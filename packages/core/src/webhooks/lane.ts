import type { KeyObject } from "node:crypto";
import type { deliveryQueue } from "@rapport/db";
import type { SecretBox } from "../deps.ts";
import type { Access } from "./receivable.ts";
import { type Destination, type Outcome, signingKey } from "./send.ts";

/** Concurrent attempts of an endpoint that answers, which limits what a slow receiver can hold up. */
const ATTEMPTS = 16;
/** Concurrent attempts of an endpoint that answers quickly. */
const MAX_ATTEMPTS = 64;
/** Concurrent attempts of an endpoint whose last attempt failed. Low, so that dead endpoints cost little. */
const ATTEMPTS_OF_FAILING = 2;
/** An endpoint that answers within this time gets more attempts at once, up to the most. */
const QUICK_MS = 250;
/** Deliveries are leased ahead for this time, at the rate at which their endpoint answers. */
const AHEAD_MS = 150;
/** Most deliveries of an endpoint that are leased ahead. */
const MAX_AHEAD = 512;
/** Time over which the rate is measured. */
const RATE_MS = 100;

/** A leased delivery that waits for its attempt. */
export interface LeasedMessage {
  readonly id: number;
  readonly attempt_count: number;
  /** The start of its lease, in milliseconds since 1970. */
  readonly leasedAt: number;
  readonly messageId: string;
  /** Null if the endpoint may not be sent it. */
  readonly body: string | null;
  readonly access: Access;
}

/** What this process does for one endpoint. */
export interface Lane {
  readonly projectId: number;
  readonly endpointId: number;
  receiver: Receiver;
  /** Leased deliveries by id, in the order in which they are sent. */
  readonly waiting: Map<number, LeasedMessage>;
  /** Concurrent attempts that it may have now. */
  limit: number;
  /** Attempts that hold a slot. */
  underWay: number;
  /** Whether the last look left due deliveries to be leased. */
  isMoreDue: boolean;
  /** Mean length of the bodies of its last lease. */
  bodyLength: number;
  /** When deliveries were last leased for it, in milliseconds since 1970. */
  usedAt: number;
  /** Answers since `countedFrom`, and those per millisecond in the time before. */
  answers: number;
  countedFrom: number;
  rate: number;
}

/** Where an endpoint is and how its messages are signed, from its row. */
export interface Receiver {
  readonly to: Destination;
  readonly keys: readonly KeyObject[];
  /** The URL and the sealed secrets that this was made from. */
  readonly madeFrom: string;
}

/** @param now milliseconds since 1970 */
export function newLane(
  { id, project_id: projectId, failing_since }: deliveryQueue.SendingEndpoint,
  receiver: Receiver,
  now: number,
): Lane {
  return {
    ...{ projectId, endpointId: id, receiver, waiting: new Map() },
    limit: failing_since === null ? ATTEMPTS : ATTEMPTS_OF_FAILING,
    ...{ underWay: 0, isMoreDue: false, bodyLength: 0, usedAt: now },
    ...{ answers: 0, countedFrom: now, rate: 0 },
  };
}

/** Returns the receiver that an endpoint's row describes: the current one if it has not changed. */
export function makeReceiver(
  secrets: SecretBox,
  endpoint: deliveryQueue.SendingEndpoint,
  current?: Receiver,
): Receiver {
  const { url, secret, old_secret: old, old_secret_until: until } = endpoint;
  const isLive = old !== null && until !== null && until > new Date().toISOString();
  const sealed = [secret, ...(isLive ? [old] : [])];
  const madeFrom = [url, ...sealed].join(" ");
  if (current?.madeFrom === madeFrom) return current;
  const { origin, hostname, pathname, search } = new URL(url);
  return {
    to: { origin, hostname, path: `${pathname}${search}` },
    keys: sealed.map((one) => signingKey(secrets.open(one))),
    madeFrom,
  };
}

/** Returns whether a delivery waits and may be sent now. */
export function isReady({ waiting, underWay, limit }: Lane): boolean {
  return waiting.size > 0 && underWay < limit;
}

/** Counts an answer, and adjusts the limit to it. Call it while the attempt still holds its slot. */
export function noteAnswer(lane: Lane, { delivered, durationMs, isWithheld }: Outcome): void {
  lane.answers++;
  if (isWithheld) return;
  if (!delivered) lane.limit = ATTEMPTS_OF_FAILING;
  else if (durationMs > QUICK_MS) lane.limit = Math.max(ATTEMPTS, Math.floor(lane.limit / 2));
  else if (lane.limit < ATTEMPTS) lane.limit = ATTEMPTS;
  else if (lane.underWay >= lane.limit) lane.limit = Math.min(MAX_ATTEMPTS, lane.limit + 1);
}

/**
 * Returns how many deliveries are leased ahead of need: as many as the endpoint answers within a short time, so none for
 * one that hangs.
 */
export function countAhead(lane: Lane, now: number): number {
  const elapsed = now - lane.countedFrom;
  if (elapsed >= RATE_MS) {
    lane.rate = lane.answers / elapsed;
    lane.answers = 0;
    lane.countedFrom = now;
  }
  const rate = lane.rate > 0 ? lane.rate : lane.answers / Math.max(elapsed, RATE_MS / 10);
  return Math.min(MAX_AHEAD, Math.floor(rate * AHEAD_MS));
}

/** Returns whether so few deliveries wait that it is time to lease more. */
export function isRunningOut(lane: Lane): boolean {
  return lane.isMoreDue && lane.waiting.size <= (lane.rate * AHEAD_MS) / 2;
}
