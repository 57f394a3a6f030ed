import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { End, Member } from "./member.ts";

/** Limits of a group, in milliseconds. */
export interface GroupLimits {
  /** A process that has sent no beat for longer is killed and replaced. */
  readonly hangsAfter: number;
  /** How often that is checked. */
  readonly checkInterval: number;
  /** A process that ends sooner after its start ended "at once". */
  readonly atOnce: number;
  /** How long a process may take to stop, or to leave. After that, it is killed. */
  readonly stop: number;
}

/** API processes that serve one port. */
export interface Group {
  /** Replaces all processes one after another, each when its successor serves. */
  restart(): Promise<void>;
  /** Stops all processes and waits for their ends. @returns whether all stopped cleanly */
  stop(): Promise<boolean>;
}

/**
 * Starts processes and keeps their number: replaces each one that ends or hangs. Processes that end at once are replaced
 * with growing delays.
 *
 * @param start starts a process
 * @param onEnd called for each process that has ended
 * @throws what `startFailed` returns if the first process ends before it serves
 */
export async function keepGroup(options: {
  count: number;
  start: () => Member;
  onEnd: (member: Member) => void;
  startFailed: (end: End) => Error;
  limits: GroupLimits;
  log: Logger;
}): Promise<Group> {
  const { count, limits, log } = options;
  const members = new Set<Member>();
  const delays = restartDelays(limits.atOnce);
  const stopping = new AbortController();
  const leaving = new WeakSet<Member>();
  let restarting: Promise<void> | undefined;
  let isRestartWanted = false;

  /** Starts a process. @returns its end if it ended before it served, otherwise null */
  async function add(): Promise<End | null> {
    const member = options.start();
    members.add(member);
    const gone = member.ended.then((end) => {
      members.delete(member);
      options.onEnd(member);
      return end;
    });
    const early = await Promise.race([gone, member.serving.then(() => null)]);
    if (early === null) void gone.then((end) => replace(member, end));
    return early;
  }

  async function replace(member: Member, end: End): Promise<void> {
    if (stopping.signal.aborted || leaving.has(member)) return;
    let waitMs = delays.next(performance.now() - member.startedAt);
    report(member.pid, end, waitMs);
    for (;;) {
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      const early = await add();
      if (early === null || stopping.signal.aborted) return;
      waitMs = delays.next(0);
      report(undefined, early, waitMs);
    }
  }

  function report(process: number | undefined, end: End, waitMs: number): void {
    const { code, signal, reason } = end;
    const how = { process, code, signal, reason: reason ?? undefined, replacedInMs: waitMs };
    log.error(how, reason === null ? "API process ended" : "API process could not start");
  }

  async function leave(member: Member): Promise<void> {
    leaving.add(member);
    member.leave();
    await endedOrKilled(member);
  }

  async function endedOrKilled(member: Member): Promise<End> {
    const timer = setTimeout(() => member.kill(), limits.stop);
    const end = await member.ended;
    clearTimeout(timer);
    return end;
  }

  async function restartAll(): Promise<void> {
    while (isRestartWanted && !stopping.signal.aborted) {
      isRestartWanted = false;
      const before = [...members].filter((member) => member.state() === "serving");
      log.info({ processes: before.length }, "restarting API processes");
      for (const member of before) {
        if (stopping.signal.aborted) return;
        const early = await add();
        if (early !== null) {
          const { code, signal, reason } = early;
          log.error(
            { code, signal, reason },
            "restart given up: the new API process could not start",
          );
          return;
        }
        await leave(member);
      }
      log.info({ processes: members.size }, "restarted API processes");
    }
  }

  const killed = new WeakSet<Member>();
  let checkedAt = performance.now();
  let checking: NodeJS.Timeout | undefined;
  function check(): void {
    const now = performance.now();
    // After a suspension of the machine, all processes seem to have been silent.
    const isLate = now - checkedAt > limits.hangsAfter / 2;
    checkedAt = now;
    for (const member of members) {
      if (isLate) member.forgiveSilence();
      const silentMs = Math.round(member.silentFor());
      if (silentMs <= limits.hangsAfter || killed.has(member)) continue;
      killed.add(member);
      log.error({ process: member.pid, silentMs }, "API process hangs and is killed");
      member.kill();
    }
  }

  const first = await add();
  if (first !== null) throw options.startFailed(first);
  const others = await Promise.all(Array.from({ length: count - 1 }, add));
  const failed = others.find((end) => end !== null);
  if (failed) {
    await stop();
    throw options.startFailed(failed);
  }
  checking = setInterval(check, limits.checkInterval);

  async function stop(): Promise<boolean> {
    stopping.abort();
    clearInterval(checking);
    for (const member of members) member.stop();
    const ends = await Promise.all([...members].map(endedOrKilled));
    await restarting;
    return ends.every(({ code }) => code === 0);
  }

  return {
    async restart() {
      isRestartWanted = true;
      restarting ??= restartAll().finally(() => {
        restarting = undefined;
      });
      await restarting;
    },
    stop,
  };
}

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Delays before processes that end are replaced. */
interface RestartDelays {
  /**
   * Returns the milliseconds before the next replacement: 0, but from the second process on that ended at once, 1 second,
   * and twice as long each time, up to 30 seconds.
   *
   * @param livedMs how long the process lived
   */
  next(livedMs: number): number;
}

/** @param atOnceMs a process that lived shorter ended at once */
function restartDelays(atOnceMs: number): RestartDelays {
  let inARow = 0;
  return {
    next(livedMs) {
      if (livedMs >= atOnceMs) {
        inARow = 0;
        return 0;
      }
      const waitMs = inARow === 0 ? 0 : Math.min(FIRST_MS * 2 ** (inARow - 1), LONGEST_MS);
      inARow++;
      return waitMs;
    },
  };
}
