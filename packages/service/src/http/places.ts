import type { ServerResponse } from "node:http";
import { CrmError } from "@rapport/core";
import { type Leave, type Limits, OWN_LIMITS } from "../limits.ts";
import { holdPlace } from "./sending/streaming.ts";
import { isArriving } from "./uploading.ts";

/** How many places there are of a kind, and how many of them one holder can take. */
interface Shares {
  /** Completes "has 4 …". */
  readonly what: string;
  /** Places of one process; null if the queue of requests counts them (`HTTP_LIMITS`). */
  readonly ofProcess: number | null;
  readonly ofTenant: number;
  readonly ofProject: number;
  /** Of an API credential or an admin; of an address if nobody has signed in. */
  readonly ofCaller: number;
  readonly retrySeconds: number;
}

/**
 * Everything that a caller can hold while it sends or reads slowly. A tenant's share leaves room for others, a project's
 * for the tenant's other projects, and a caller's for the project's other callers.
 */
export const PLACES = {
  /** Requests that have arrived whole and are worked on. */
  requests: share("requests under way", [null, 576, 544, 512], 1),
  /** Requests whose body is still arriving. */
  bodies: share("requests whose body is still arriving", [null, 160, 152, 144], 1),
  /** Bodies that may be larger than 1 MiB. Each takes several times its size in memory. */
  largeBodies: share("requests larger than 1 MiB under way", [12, 6, 5, 4], 2),
  /** Files of imports that are being received. */
  uploads: share("files under way", [16, 8, 6, 5], 10),
  /** Files that are being sent. Each holds one part in memory, about 1 MiB. */
  downloads: share("downloads under way", [64, 32, 24, 10], 5),
  /** Tables that are written while they are sent. */
  tables: share("tables under way", [16, 8, 6, 4], 5),
  /** Streams of the feed. */
  streams: share("open streams", [500, 250, 100, 10], 5),
  /** Streams of the admin app's pages. The tabs of a browser share one. */
  pages: share("open pages", [500, 250, 200, 20], 10),
} as const satisfies Record<string, Shares>;

export type PlaceKind = keyof typeof PLACES;

/** Who takes a place. What is not known is not counted. */
export interface Holder {
  readonly tenantId?: number;
  readonly projectId?: number;
  /** Kind and id of the credential, the admin or the address. */
  readonly kind?: string;
  readonly id?: string;
}

/** The places of one server in this process. */
export interface Places {
  /**
   * Takes a place.
   *
   * @returns the function that gives it back
   * @throws CrmError RATE_LIMITED if a share of the holder is taken, UNAVAILABLE if all places are
   */
  enter(kind: PlaceKind, holder: Holder): Leave;
  /** Like `enter`, but the share of the caller is counted over all API processes. */
  enterEverywhere(kind: PlaceKind, holder: Holder): Promise<Leave>;
  /** Counts a request until it has ended or has become a stream, which takes a place of its own. */
  hold(res: ServerResponse, holder: Holder): void;
}

/** Places of a kind that are taken, by who takes them; no entry if none are. */
interface Taken {
  readonly callers: Map<string, number>;
  readonly projects: Map<number, number>;
  readonly tenants: Map<number, number>;
  ofProcess: number;
}

export function openPlaces(limits: Limits = OWN_LIMITS): Places {
  const kinds = Object.keys(PLACES) as PlaceKind[];
  const counted = Object.fromEntries(kinds.map((kind) => [kind, noneTaken()])) as Record<
    PlaceKind,
    Taken
  >;

  function enter(kind: PlaceKind, holder: Holder): Leave {
    const most = PLACES[kind];
    const taken = counted[kind];
    const { projectId, tenantId } = holder;
    const caller = holder.id && callerKey(holder);
    // All before the first is taken, so that a refusal changes nothing.
    if (isFull(taken.callers, caller, most.ofCaller))
      refuse(kind, callerName(holder), most.ofCaller);
    if (isFull(taken.projects, projectId, most.ofProject)) refuse(kind, "project", most.ofProject);
    if (isFull(taken.tenants, tenantId, most.ofTenant)) refuse(kind, "tenant", most.ofTenant);
    if (most.ofProcess !== null && taken.ofProcess >= most.ofProcess) {
      refuse(kind, "process", most.ofProcess);
    }
    let isHeld = true;
    const add = (places: 1 | -1) => {
      count(taken.callers, caller, places);
      count(taken.projects, projectId, places);
      count(taken.tenants, tenantId, places);
      taken.ofProcess += places;
    };
    add(1);
    return () => {
      if (isHeld) add(-1);
      isHeld = false;
    };
  }

  return {
    enter,
    async enterEverywhere(kind, holder) {
      const leaveHere = enter(kind, holder);
      const { ofCaller } = PLACES[kind];
      try {
        const leave = await limits.places(kind, ofCaller).enter(callerKey(holder));
        if (leave === null) refuse(kind, callerName(holder), ofCaller);
        return () => {
          leaveHere();
          leave?.();
        };
      } catch (error) {
        leaveHere();
        throw error;
      }
    },
    hold(res, holder) {
      const kind = isArriving(res.req) ? "bodies" : "requests";
      holdPlace(res, enter(kind, holder));
    },
  };
}

function noneTaken(): Taken {
  return { callers: new Map(), projects: new Map(), tenants: new Map(), ofProcess: 0 };
}

function isFull<Key>(taken: ReadonlyMap<Key, number>, key: Key | undefined, most: number): boolean {
  return key !== undefined && (taken.get(key) ?? 0) >= most;
}

function count<Key>(taken: Map<Key, number>, key: Key | undefined, places: 1 | -1): void {
  if (key === undefined) return;
  const now = (taken.get(key) ?? 0) + places;
  if (now === 0) taken.delete(key);
  else taken.set(key, now);
}

function share(
  what: string,
  [ofProcess, ofTenant, ofProject, ofCaller]: readonly [number | null, number, number, number],
  retrySeconds: number,
): Shares {
  return { what, ofProcess, ofTenant, ofProject, ofCaller, retrySeconds };
}

function callerKey({ kind, id }: Holder): string {
  return `${kind}:${id}`;
}

function callerName({ kind }: Holder): string {
  return kind === "user" ? "admin" : kind === "address" ? "address" : "credential";
}

function refuse(kind: PlaceKind, share: string, most: number): never {
  const { what, retrySeconds } = PLACES[kind];
  const fault =
    share === "process" ? `The server has too many ${what}.` : `This ${share} has ${most} ${what}.`;
  throw new CrmError(
    share === "process" ? "UNAVAILABLE" : "RATE_LIMITED",
    `${fault} Retry in ${retrySeconds} ${retrySeconds === 1 ? "second" : "seconds"}.`,
    { headers: { "Retry-After": String(retrySeconds) } },
  );
}
