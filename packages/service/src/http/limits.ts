/** Limits of one HTTP server. Times are in milliseconds. */
export interface HttpLimits {
  /** From the start of a request to the end of its headers. */
  readonly headersTimeout: number;
  /** From the start of a request to the end of its body. */
  readonly requestTimeout: number;
  /** How often the two times above are checked. */
  readonly timeoutCheckInterval: number;
  /** How long a connection may stay idle between two requests. */
  readonly keepAliveTimeout: number;
  /** Open connections. Further connections are refused. */
  readonly connections: number;
  /** Connections that have not sent the headers of a request. If there are more, the oldest is closed. */
  readonly halfOpen: number;
  /** How often to look for clients that take less than 64 KiB of what waits for them. They are disconnected. */
  readonly readInterval: number;
  readonly requests: RequestLimits;
}

export interface RequestLimits {
  /** Requests that the application works on at the same time. */
  readonly underWay: number;
  /** Requests whose body is still arriving. Counted apart, so that slow clients cannot block the others. */
  readonly uploads: number;
  /** Memory of the waiting requests, in bytes. */
  readonly waitingBytes: number;
  /** A request that has waited longer is refused. */
  readonly maxAge: number;
  /** The same if the queue has not been empty for `standingAfter`, which means lasting overload, not a burst. */
  readonly maxStandingAge: number;
  readonly standingAfter: number;
}

/**
 * - At 18 kB/s, a body of 1 MiB arrives within `requestTimeout`.
 * - `keepAliveTimeout` is longer than the 60 s for which nginx and most load balancers reuse a connection. The proxy
 *   must close idle connections first. Otherwise it may send a request on a connection that the server is closing.
 * - `underWay` is several times the database connections of a process, so that every connection stays busy. A tenant has
 *   a share of it and of `uploads` (`PLACES`).
 * - In a burst, a client waits up to `maxAge`. Under lasting overload, requests that are served wait about
 *   `maxStandingAge`, and the others soon get a response that says when to retry.
 */
export const HTTP_LIMITS: HttpLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  timeoutCheckInterval: 5_000,
  keepAliveTimeout: 75_000,
  connections: 10_000,
  halfOpen: 1_000,
  readInterval: 60_000,
  requests: {
    underWay: 640,
    uploads: 192,
    waitingBytes: 64 * 1024 * 1024,
    maxAge: 2_000,
    maxStandingAge: 250,
    standingAfter: 2_000,
  },
};
