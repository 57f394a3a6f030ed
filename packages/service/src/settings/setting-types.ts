import { availableParallelism } from "node:os";
import { parseNetworks, parseSecretKey } from "@rapport/core";
import { z } from "zod";

/** A setting that prevents the program from starting. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  /** @param message gets a full stop if it has no end */
  constructor(message: string) {
    super(asSentence(message));
  }
}

/** Ends a text with a full stop, unless it has an end. */
export function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/*
 * Each type reads the text of an environment variable. Its messages continue a sentence that begins with the
 * variable's name. Those of a variable that may contain a secret leave out the value.
 */

/** Far more than one machine and one database are good for. */
const MAX_PROCESSES = 256;

export function wholeNumber(least: number, most: number) {
  const isValid = (text: string) =>
    /^[0-9]{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return checkedText(isValid, `must be a whole number from ${least} to ${most}`).transform(Number);
}

export const ratio = checkedText(
  (text) => /^(0(\.[0-9]{1,9})?|1(\.0{1,9})?)$/.test(text),
  "must be a number from 0 to 1, such as 0.1",
).transform(Number);

/** A number of processes; `auto` for one per processor that this program may use. */
export const processes = checkedText(
  (text) => text === "auto" || (/^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= MAX_PROCESSES),
  `must be a whole number from 1 to ${MAX_PROCESSES}, or auto`,
).transform((text) =>
  text === "auto" ? Math.min(availableParallelism(), MAX_PROCESSES) : Number(text),
);

export function choice<const Value extends string>(allowed: readonly Value[]) {
  return z.enum(allowed, {
    error: ({ input }) => `must be one of ${allowed.join(", ")}, not ${JSON.stringify(input)}`,
  });
}

export const origin = checkedText(
  (text) => isHttp(text) && ["", "/"].includes(new URL(text).pathname),
  "must be an origin such as https://crm.example.com",
).transform((text) => new URL(text).origin);

/** Without a trailing slash. */
export const baseUrl = checkedText((text) => {
  if (!isHttp(text)) return false;
  const { search, hash } = new URL(text);
  return search === "" && hash === "";
}, "must be an http:// or https:// address without a query").transform((text) =>
  new URL(text).href.replace(/\/+$/, ""),
);

/** The longest that a timer can wait: almost 25 days. */
const MAX_DURATION_MS = 24 * 86_400_000;

/** Milliseconds. */
export const duration = checkedText(
  (text) => (milliseconds(text) ?? Number.POSITIVE_INFINITY) <= MAX_DURATION_MS,
  "must be a time such as 15m, 6h or 1d, at most 24d, or 0",
).transform((text) => milliseconds(text) ?? 0);

/** Milliseconds; at most 45 seconds, because a transaction is rolled back after 50 seconds. */
export const databaseTimeout = checkedText((text) => {
  const value = milliseconds(text) ?? 0;
  return value > 0 && value <= 45_000;
}, "must be a time from 1s to 45s").transform((text) => milliseconds(text) ?? 0);

const PASSWORD_RULE =
  "has a character in its user or password that must be percent-encoded: / is %2F, @ is %40, : is %3A, ? is %3F, # is %23, % is %25";

export const databaseUrl = z
  .string()
  .regex(/^(postgres(ql)?:\/\/|sqlite:.)/, "must start with postgres:// or sqlite:")
  .refine(hasReadableUser, PASSWORD_RULE);

export const databaseReadUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/./, "must be the postgres:// address of a standby of DATABASE_URL")
  .refine(hasReadableUser, PASSWORD_RULE);

/** Returns false if an unescaped character ends the user or password of a `postgres://` address too soon. */
function hasReadableUser(text: string): boolean {
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/s.exec(text) ?? [];
  if (rest === undefined) return true;
  const [beforeHost = ""] = /^.*@(?=[^@]*$)/s.exec(rest) ?? [];
  const user = beforeHost.slice(0, -1);
  // An @ in the query is allowed: the user has ended before it.
  const isInQuery = /^[^/?#@]*(@[^/?#@]*)?(\/[^?#@]*)?\?/.test(user) && URL.canParse(text);
  return isInQuery || (!/[/?#@]/.test(user) && !/%(?![0-9a-f]{2})/i.test(user));
}

export const bearerToken = z
  .string()
  .regex(
    /^[A-Za-z0-9\-._~+/]+=*$/,
    "may only contain letters, digits and -._~+/, and = at its end",
  );

export const SECRET_KEY_RULE =
  'must be 32 bytes in base64, such as from "openssl rand -base64 32"; put older keys after it, separated by commas';

export const secretKeys = parsedBy(
  (text) => text.split(",").map((key) => parseSecretKey(key.trim())),
  () => SECRET_KEY_RULE,
);

/** In CIDR notation. */
export const networks = parsedBy(parseNetworks, (reason) => `must list networks: ${reason}`);

export const proxies = networks.refine((given) => !given.some(isEverybody), {
  error: ({ input }) =>
    `must list only the networks of your proxies: "${(input as string[]).find(isEverybody)}" would trust X-Forwarded-For from everyone`,
});

function checkedText(isValid: (text: string) => boolean, rule: string) {
  return z.string().refine(isValid, {
    error: ({ input }) => `${rule}, not ${JSON.stringify(input)}`,
  });
}

/** @param parse throws an error whose message is the reason given to `message` */
function parsedBy<T>(parse: (text: string) => T, message: (reason: string) => string) {
  return z.string().transform((input, { issues }) => {
    try {
      return parse(input);
    } catch (error) {
      issues.push({ code: "custom", input, message: message((error as Error).message) });
      return z.NEVER;
    }
  });
}

function isHttp(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

function isEverybody(network: string): boolean {
  return /\/0+$/.test(network);
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Returns undefined for text that is not a time. */
function milliseconds(text: string): number | undefined {
  if (text === "0") return 0;
  const [, count, unit = ""] = /^([1-9][0-9]{0,5})([smhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 0);
}
