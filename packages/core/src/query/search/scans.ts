import { type Db, pace } from "@rapport/db";
import { LRUCache } from "lru-cache";
import type { Scan, Scans } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { type Principal, storedActor } from "../../principal.ts";

/** Bytes after which other requests are served: about a millisecond. */
const TURN_BYTES = 128 * 1024;
/** A call that has looked at more is long: it takes turns with other long calls, and is counted. */
const LONG_BYTES = 512 * 1024;
/** Long calls of one caller that may be under way. */
const MAX_LONG_CALLS = 16;

/** A call whose next part waits. */
interface Waiting {
  readonly call: Call;
  /** True if no other such part may run at the same time: parts of long calls, and all parts on SQLite. */
  readonly isExclusive: boolean;
  readonly start: () => void;
}

interface Call {
  readonly tenant: string;
  readonly caller: string;
  /** Earlier calls of a caller go first, so that some of them end soon. */
  readonly number: number;
  isLong: boolean;
}

/**
 * Opens the turns of a process. In a turn of the event loop, parts run until they have looked at `TURN_BYTES`. Parts of
 * short calls go first. Those of long ones take turns by tenant, then by caller, so what one caller asks for delays another
 * one's search by a part of it, however much that is.
 *
 * @param isLimited whether clients and API keys have a limit. Admins only take turns, because a page cannot ask for less.
 */
export function openScans({ dialect }: Pick<Db, "dialect">, isLimited: boolean): Scans {
  // A statement of PostgreSQL does not block the process, so short calls use connections as other requests do.
  const isAlone = !pace.canReadAhead({ dialect });
  const budget = scanBudget();
  const short: Waiting[] = [];
  const long = new Map<string, Map<string, Waiting[]>>(); // by tenant and caller, in the order of their turns
  const underWay = new Map<string, number>(); // long calls by caller
  let isRunning = false;
  let lookedAt = 0;
  let isScheduled = false;
  let calls = 0;

  const hasRoom = (isExclusive: boolean) => lookedAt < TURN_BYTES && !(isExclusive && isRunning);

  function nextTurn(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      lookedAt = 0;
      startWaiting();
    });
  }

  function startWaiting(): void {
    while (short.length > 0 && hasRoom(short[0]?.isExclusive ?? true)) {
      start(short.shift() as Waiting);
    }
    while (short.length === 0 && long.size > 0 && hasRoom(true)) start(nextLong(long));
  }

  function start({ isExclusive, start }: Waiting): void {
    if (isExclusive) isRunning = true;
    start();
  }

  function count(bytes: number): void {
    lookedAt += bytes;
    nextTurn();
  }

  async function part<T>(call: Call, work: () => Promise<T>, measureBytes: (result: T) => number) {
    const { isLong } = call;
    const isExclusive = isLong || isAlone;
    if (short.length === 0 && (!isLong || long.size === 0) && hasRoom(isExclusive)) {
      if (isExclusive) isRunning = true;
    } else {
      await new Promise<void>((resolve) => {
        const waiting = { call, isExclusive, start: resolve };
        if (isLong) addTo(long, waiting);
        else short.push(waiting);
        startWaiting();
      });
    }
    try {
      const result = await work();
      count(measureBytes(result));
      return result;
    } finally {
      if (isExclusive) isRunning = false;
      startWaiting();
    }
  }

  function makeCall(caller: string, tenant = ""): Call {
    return { tenant, caller, number: calls++, isLong: false };
  }

  function begin(principal: Principal, hasDisconnected: () => boolean = () => false) {
    const caller = storedActor(principal);
    const isCounted = isLimited && principal.kind !== "user";
    const call = makeCall(caller, String(principal.tenantId));
    let bytes = 0;
    let isOver = false;

    function becomeLong(): void {
      const others = underWay.get(caller) ?? 0;
      if (isCounted && others >= MAX_LONG_CALLS) {
        const message = `This credential has ${MAX_LONG_CALLS} searches under way that look at many records. Wait until one of them is answered.`;
        throw new CrmError("RATE_LIMITED", message, { headers: { "Retry-After": "1" } });
      }
      if (isCounted) budget.check(caller);
      underWay.set(caller, others + 1);
      call.isLong = true;
    }

    function spend(more: number): void {
      bytes += more;
      if (isCounted) budget.spend(caller, more);
    }

    return {
      part<T>(work: () => Promise<T>, measureBytes: (result: T) => number): Promise<T> {
        if (!call.isLong && !isOver && bytes > LONG_BYTES) becomeLong();
        const whileWaited = async () => {
          if (!hasDisconnected()) return work();
          throw new CrmError("UNAVAILABLE", "The client has closed the connection.");
        };
        return part(call, whileWaited, (result) => {
          const own = measureBytes(result);
          spend(own);
          return own;
        });
      },
      count(more: number): void {
        spend(more);
        count(more);
      },
      answered(some: number): void {
        if (isCounted) budget.spend(caller, -some);
      },
      end(): void {
        isOver = true;
        if (!call.isLong) return;
        call.isLong = false;
        const others = (underWay.get(caller) ?? 1) - 1;
        if (others === 0) underWay.delete(caller);
        else underWay.set(caller, others);
      },
    };
  }

  const ofJobs: Call = { ...makeCall("job"), isLong: true };
  const job: Scan = {
    part: (work, measureBytes) => part(ofJobs, work, measureBytes),
    count,
    answered: () => undefined,
  };
  return { job, begin };
}

const MIB = 1024 * 1024;
/** Bytes that the searches of one caller may examine at once, and per second. */
const SCAN_BUDGET = { bytes: 160 * MIB, perSecond: 16 * MIB };
/** Callers that are counted. A new one replaces the least recently used. */
const MAX_CALLERS = 10_000;

/** Counts the bytes that callers' searches examined in this process without returning them. */
interface ScanBudget {
  /** @throws CrmError RATE_LIMITED with `Retry-After` if the caller has looked at too much */
  check(caller: string): void;
  /** @param bytes negative to give them back */
  spend(caller: string, bytes: number): void;
}

/** Counts like a bucket with a hole: a search is known to be large only when it has run, so it may fill it over the brim. */
function scanBudget({ bytes: most, perSecond } = SCAN_BUDGET): ScanBudget {
  const levels = new LRUCache<string, { level: number; at: number }>({
    maxSize: MAX_CALLERS,
    sizeCalculation: () => 1,
  });

  function currentLevel(caller: string, now: number): number {
    const { level = 0, at = now } = levels.get(caller) ?? {};
    return Math.max(0, level - ((now - at) / 1_000) * perSecond);
  }

  return {
    check(caller) {
      const over = currentLevel(caller, performance.now()) - most;
      if (over < 0) return;
      const seconds = Math.max(1, Math.ceil(over / perSecond));
      const message = `The searches of this credential have looked at too many records that they did not return. Filter by an indexed property, or try again in ${seconds} seconds.`;
      throw new CrmError("RATE_LIMITED", message, {
        headers: { "Retry-After": String(seconds) },
      });
    },
    spend(caller, bytes) {
      const now = performance.now();
      levels.set(caller, { level: Math.max(0, currentLevel(caller, now) + bytes), at: now });
    },
  };
}

function addTo(long: Map<string, Map<string, Waiting[]>>, waiting: Waiting): void {
  const { tenant, caller, number } = waiting.call;
  const callers = long.get(tenant) ?? new Map<string, Waiting[]>();
  const own = callers.get(caller) ?? [];
  const at = own.findLastIndex(({ call }) => call.number <= number);
  own.splice(at + 1, 0, waiting);
  callers.set(caller, own);
  long.set(tenant, callers);
}

/** Takes what waits first of the next caller of the next tenant, and puts both at the end. */
function nextLong(long: Map<string, Map<string, Waiting[]>>): Waiting {
  const [tenant, callers] = firstEntry(long);
  const [caller, own] = firstEntry(callers);
  const waiting = own.shift() as Waiting;
  callers.delete(caller);
  if (own.length > 0) callers.set(caller, own);
  long.delete(tenant);
  if (callers.size > 0) long.set(tenant, callers);
  return waiting;
}

function firstEntry<V>(map: Map<string, V>): [string, V] {
  return map.entries().next().value as [string, V];
}
