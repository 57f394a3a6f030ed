/** What one HTTP server holds for its clients at most. Times are in milliseconds. */
export interface HttpLimits {
  /** From the start of a request to the end of its headers. */
  readonly headersTimeout: number;
  /** From the start of a request to the end of its body. */
  readonly requestTimeout: number;
  /** How often the two times above are checked. */
  readonly timeoutCheckInterval: number;
  /** How long a connection may stay idle between two requests. */
  readonly keepAliveTimeout: number;
  /** Open connections. Further ones are closed as they arrive. */
  readonly connections: number;
  /** Connections that have not sent the headers of a first request. The oldest is closed for a new one. */
  readonly halfOpen: number;
  readonly requests: RequestLimits;
}

export interface RequestLimits {
  /** Requests that the application works on at the same time. */
  readonly underWay: number;
  /** The same for requests whose body is still arriving, so that slow senders cannot hold up the others. */
  readonly uploads: number;
  /** Memory of the requests that wait for their turn. */
  readonly waitingBytes: number;
  /** A request that has waited longer is refused. */
  readonly maxAge: number;
  /** The same while the queue has not been empty for `standingAfter`: then it is load, not a burst. */
  readonly maxStandingAge: number;
  readonly standingAfter: number;
}

/**
 * - A body of 1 MiB arrives within `requestTimeout` at 18 kB/s.
 * - `keepAliveTimeout` is longer than the 60 s for which nginx and most load balancers reuse a connection. The side
 *   that reuses connections must be the first to close them, or it sends requests into closing ones.
 * - `underWay` is several times the database connections of a process, so that none of those is ever idle.
 * - A client waits `maxAge` for a burst to pass. Under lasting overload everyone who is served waits about
 *   `maxStandingAge`, and the others learn at once when to try again.
 */
export const HTTP_LIMITS: HttpLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  timeoutCheckInterval: 5_000,
  keepAliveTimeout: 75_000,
  connections: 10_000,
  halfOpen: 1_000,
  requests: {
    underWay: 256,
    uploads: 64,
    waitingBytes: 64 * 1024 * 1024,
    maxAge: 2_000,
    maxStandingAge: 250,
    standingAfter: 2_000,
  },
};
