import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { RequestLimits } from "../limits.ts";
import { holdPlace, leavePlaces } from "../sending/streaming.ts";
import { Lane, type Waiting } from "./lane.ts";

/** How often to check for stale requests while nothing else moves the queue. */
const SWEEP_MS = 100;
/** Estimated memory of a waiting request without its body. */
const REQUEST_BYTES = 8_192;
const READ_AHEAD_BYTES = 65_536;

export interface Admission {
  /** Passes a request to the application, now or later, or refuses it. */
  admit(req: IncomingMessage, res: ServerResponse): void;
  /** Stops passing requests to the application, or resumes. */
  hold(isHeld: boolean): void;
  load(): { waiting: number; underWay: number };
}

/**
 * Passes requests to the application in order of arrival. Limits the requests per turn of the event loop and the
 * running requests. Refuses a request that has waited too long, because its client may have given up.
 *
 * Each turn has a budget because Node reads every ready socket before it accepts the next connection. A long turn
 * delays new connections.
 *
 * @param handle the application
 * @param refuse answers a request that cannot be served in time
 */
export function admission(
  limits: RequestLimits,
  handle: RequestListener,
  refuse: RequestListener,
): Admission {
  const whole = new Lane(limits.underWay);
  const uploads = new Lane(limits.uploads);
  const lanes = [whole, uploads];
  const abandoned = abandonedRequests();
  const budget = turnBudget(() => pump());
  /** Requests of this turn. `req.complete` is only reliable once Node has read the socket. */
  let arriving: Waiting[] = [];
  let waitingBytes = 0;
  let isSweeping = false;
  let isHeld = false;

  function admit(req: IncomingMessage, res: ServerResponse): void {
    if (!isHeld && bodyBytes(req) === 0 && whole.waiting === 0 && whole.hasRoom && budget.take()) {
      start(whole, req, res);
      return;
    }
    const bytes = REQUEST_BYTES + bodyBytes(req);
    if (waitingBytes + bytes > limits.waitingBytes) {
      refuse(req, res);
      return;
    }
    waitingBytes += bytes;
    arriving.push({ req, res, at: performance.now(), bytes });
    budget.nextTurn();
  }
  function pump(): void {
    for (const one of arriving) (one.req.complete ? whole : uploads).enqueue(one);
    arriving = [];
    if (isHeld) return;
    for (const lane of lanes) {
      dropStale(lane);
      while (lane.hasRoom && lane.waiting > 0 && budget.take()) {
        const { req, res } = take(lane);
        if (!res.destroyed) start(lane, req, res);
      }
    }
    if (lanes.some((lane) => lane.hasRoom && lane.waiting > 0)) budget.nextTurn();
    // Without a timer, nothing might run before the oldest request is too old.
    if (!isSweeping && lanes.some((lane) => lane.waiting > 0)) {
      isSweeping = true;
      setTimeout(sweep, SWEEP_MS);
    }
  }

  function sweep(): void {
    isSweeping = false;
    budget.nextTurn();
  }

  function dropStale(lane: Lane): void {
    // If this turn can serve the whole queue, its requests are old because the process was blocked, not overloaded.
    if (lane.hasRoom && lane.waiting <= budget.left()) return;
    const now = performance.now();
    const isStanding = now - lane.standingSince > limits.standingAfter;
    const before = now - (isStanding ? limits.maxStandingAge : limits.maxAge);
    while ((lane.oldest?.at ?? now) < before && budget.take()) {
      const { req, res } = take(lane);
      if (!res.destroyed) refuse(req, res);
    }
  }

  function take(lane: Lane): Waiting {
    const one = lane.dequeue() as Waiting;
    waitingBytes -= one.bytes;
    return one;
  }

  function start(lane: Lane, req: IncomingMessage, res: ServerResponse): void {
    lane.begin();
    holdPlace(res, () => end(lane));
    res.once("close", () => {
      // The client has disconnected, but the application may still be working on the request.
      if (!res.writableEnded) abandoned.add(res, () => leavePlaces(res));
      else leavePlaces(res);
    });
    handle(req, res);
  }

  function end(lane: Lane): void {
    lane.end();
    if (lane.waiting > 0) budget.nextTurn();
  }

  return {
    admit,
    hold: (held) => {
      isHeld = held;
      if (!held) budget.nextTurn();
    },
    load: () => ({
      waiting: arriving.length + whole.waiting + uploads.waiting,
      underWay: whole.underWay + uploads.underWay,
    }),
  };
}

/** Requests per turn of the event loop: enough to share a database commit and to make polling cheap. */
const MAX_REQUESTS = 64;
const MIN_REQUESTS = 16;
/** CPU time after which a turn counts as long. Wall-clock time would include other programs. */
const MAX_TURN_US = 10_000;

interface TurnBudget {
  /** Returns how many more requests this turn may start. */
  left(): number;
  /** Takes one request from the budget of this turn. @returns false if nothing is left */
  take(): boolean;
  /** Calls back in the next turn of the event loop, with a new budget. */
  nextTurn(): void;
}

/** Limits the requests per turn of the event loop. Lowers the limit while turns are long. */
function turnBudget(onTurn: () => void): TurnBudget {
  let size = MAX_REQUESTS;
  let left = MAX_REQUESTS;
  let began = 0;
  let isWanted = false;
  let isScheduled = false;

  function turn(): void {
    isScheduled = false;
    if (left < size) {
      const isLong = threadTime() - began > MAX_TURN_US;
      size = isLong ? Math.max(MIN_REQUESTS, size >> 1) : Math.min(MAX_REQUESTS, size + 4);
    }
    left = size;
    if (!isWanted) return;
    isWanted = false;
    onTurn();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(turn);
  }

  return {
    left: () => left,
    take() {
      if (left === 0) return false;
      if (left === size) began = threadTime();
      left--;
      schedule();
      return true;
    },
    nextTurn() {
      isWanted = true;
      schedule();
    },
  };
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Returns how many bytes of a request's body Node may read ahead. */
function bodyBytes({ headers }: IncomingMessage): number {
  if (headers["transfer-encoding"] !== undefined) return READ_AHEAD_BYTES;
  return Math.min(READ_AHEAD_BYTES, Number(headers["content-length"] ?? 0));
}

const CHECK_INTERVAL_MS = 100;
/** Every timeout in the application is shorter, so no request is still running after this. */
const MAX_REQUEST_MS = 60_000;

/** Tracks requests whose client has disconnected until the application has finished them. */
function abandonedRequests(): { add(res: ServerResponse, done: () => void): void } {
  const followed = new Map<ServerResponse, { done: () => void; since: number }>(); // at most one per running request
  let timer: NodeJS.Timeout | undefined;

  function release(): void {
    const now = performance.now();
    for (const [res, { done, since }] of followed) {
      if (!res.writableEnded && now - since < MAX_REQUEST_MS) continue;
      followed.delete(res);
      done();
    }
    if (followed.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    add(res, done) {
      followed.set(res, { done, since: performance.now() });
      timer ??= setInterval(release, CHECK_INTERVAL_MS).unref();
    },
  };
}
