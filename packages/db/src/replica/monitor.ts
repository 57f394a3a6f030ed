import type { Db } from "../dialect/dialect.ts";
import { readIdentity, readLogPosition, type Standby } from "../dialect/postgres/standby.ts";

/**
 * - `starting`: it was not asked yet
 * - `used`: reads that it may serve go there
 * - `behind`: the same, but it is more than ten seconds behind
 * - `down`: it does not answer
 * - `promoted`: it is no longer a standby
 * - `foreign`: it is a standby of another database or on another timeline, or a server does not say of which
 */
export type ReplicaState = "starting" | "used" | "behind" | "down" | "promoted" | "foreign";

export interface ReplicaHealth {
  readonly state: ReplicaState;
  /** Seconds by which it is behind the primary; null if unknown. */
  readonly lagSeconds: number | null;
}

export interface Monitor {
  health(): ReplicaHealth;
  isUsable(): boolean;
  /** Looks at the replica now, because a statement on it has failed. */
  suspect(): void;
  stop(): Promise<void>;
}

const LOOK_INTERVAL_MS = 1_000;
/** Seconds. The second figure is smaller, so that the state does not change all the time. */
const BEHIND = { from: 10, until: 5 };

/**
 * Looks at a replica once a second. If it does not answer, breaks its connections, so that no statement waits for it.
 *
 * @param onChange called if its state has changed; what it throws is ignored
 */
export function monitorReplica(
  primary: Db,
  standby: Standby<unknown>,
  onChange: (health: ReplicaHealth) => void,
): Monitor {
  let health: ReplicaHealth = { state: "starting", lagSeconds: null };
  let currentAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Asks each time, because a standby may begin to follow another server than this primary. */
  async function isForeign(): Promise<boolean> {
    const theirs = await standby.identity();
    const ours = await readIdentity(primary).catch((error: unknown) => {
      if (isUsable()) return theirs;
      throw error;
    });
    return ours === null || ours !== theirs;
  }

  async function examine(): Promise<ReplicaHealth> {
    // If the primary does not answer, its position is unknown. Reads fail by themselves then.
    const { position, clock } = await readLogPosition(primary).catch(() => UNKNOWN);
    const look = await standby.look(position);
    if (!look.is_standby) return { state: "promoted", lagSeconds: null };
    if (await isForeign()) return { state: "foreign", lagSeconds: null };
    const lagSeconds = measureLag(look.is_current, clock, look.applied_at);
    const limit = health.state === "behind" ? BEHIND.until : BEHIND.from;
    return { state: (lagSeconds ?? 0) > limit ? "behind" : "used", lagSeconds };
  }

  function measureLag(isCurrent: boolean | null, clock: string | null, appliedAt: string | null) {
    const now = performance.now();
    if (isCurrent) currentAt = now;
    if (isCurrent) return 0;
    if (clock === null || appliedAt === null) return null;
    // After a pause without changes, the last applied transaction is old although nothing is missing.
    const since = Math.min(Date.parse(clock) - Date.parse(appliedAt), now - currentAt);
    return Math.max(0, since) / 1_000;
  }

  async function look(): Promise<void> {
    clearTimeout(timer);
    const before = health.state;
    try {
      health = await examine();
    } catch {
      health = { state: "down", lagSeconds: null };
      standby.drop();
    }
    if (isStopped) return;
    timer = setTimeout(start, LOOK_INTERVAL_MS).unref();
    try {
      if (health.state !== before) onChange(health);
    } catch {
      // Nobody waits for a look, so the error would end the process.
    }
  }

  function start(): void {
    if (isStopped || looking !== undefined) return;
    looking = look().finally(() => {
      looking = undefined;
    });
  }

  function isUsable(): boolean {
    return health.state === "used" || health.state === "behind";
  }

  start();
  return {
    health: () => health,
    isUsable,
    suspect: start,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      standby.drop();
      await looking;
    },
  };
}

const UNKNOWN = { position: null, clock: null };
