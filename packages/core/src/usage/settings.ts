/** Which requests are logged: none, those that failed, or all. */
export const REQUEST_LOG_MODES = ["off", "errors", "all"] as const;
export type RequestLogMode = (typeof REQUEST_LOG_MODES)[number];

/** Days that counts of requests are stored. */
export const USAGE_DAYS = 31;

/** Requests of a project that a process logs in five minutes: as many that failed, and as many others. */
export const LOGGED_PER_WINDOW = 500;
export const LOG_WINDOW_SECONDS = 300;

/** Who made a request, in its stored form: `client:rpc…`, `key:3`. */
export type Credential = string;
