import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import type { z } from "zod";
import { CrmError } from "../errors.ts";
import { parseRetryAfter } from "../webhooks/schedule.ts";
import { errorBody } from "./answers.ts";

/** An account of HubSpot, as an access token of a private app reaches it. */
export interface HubspotAccount {
  /** Base address, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** Waits before a request is repeated. Tests need not. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** Told before each wait why it is needed, as in "HubSpot failed (status 502)", and how long it is. */
  readonly onWait?: (why: string, ms: number) => void;
}

export interface HubspotClient {
  /**
   * Reads a path.
   *
   * @throws HubspotRefused if HubSpot refuses the request; CrmError if the token is refused, the daily limit is used up
   *   or HubSpot keeps failing
   */
  get<T extends z.ZodType>(path: string, answer: T): Promise<z.infer<T>>;
  post<T extends z.ZodType>(path: string, body: object, answer: T): Promise<z.infer<T>>;
}

/** HubSpot refused a request, and would refuse it again. */
class HubspotRefused extends Error {
  override readonly name = "HubspotRefused";
  readonly status: number;
  /** HubSpot's word for the reason, such as `MISSING_SCOPES`. */
  readonly category: string;

  constructor(status: number, category: string) {
    super(`HubSpot answered ${status} ${category}`);
    this.status = status;
    this.category = category;
  }
}

/** Returns why an account does not give access to something, or rethrows another error. */
export function whyRefused(error: unknown): string {
  if (!(error instanceof HubspotRefused)) throw error;
  const { status, category } = error;
  if (status === 403)
    return `the access token lacks a scope, or the account does not have them (${category || status})`;
  if (status === 404 || status === 400)
    return `the account does not have them (${category || status})`;
  throw error;
}

const REQUEST_LIMIT_MS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Attempts while HubSpot fails. The waits add up to about two minutes. */
const MAX_ATTEMPTS = 9;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** HubSpot counts requests per ten seconds. Other programs may use the same allowance. */
const MAX_THROTTLED = 60;
const THROTTLED_MS = 10_000;
/** If HubSpot asks for a longer wait, the command ends. The next run resumes the import. */
const MAX_WAIT_MS = 10 * 60_000;

const THROTTLING = "HubSpot keeps throttling";

type Sent =
  | { readonly kind: "answer"; readonly body: unknown }
  | { readonly kind: "throttled"; readonly waitMs: number; readonly isDaily: boolean }
  | { readonly kind: "failed"; readonly reason: string; readonly waitMs: number };

/** Returns a client that waits when HubSpot throttles, and repeats requests that failed. All its requests only read. */
export function hubspotClient(account: HubspotAccount): HubspotClient {
  async function wait(why: string, ms: number) {
    account.onWait?.(why, ms);
    await (account.wait ?? sleep)(ms);
  }

  async function call<T extends z.ZodType>(path: string, answer: T, body?: object) {
    let [failures, throttled] = [0, 0];
    for (;;) {
      const sent = await send(account, path, body);
      if (sent.kind === "answer") {
        const parsed = answer.safeParse(sent.body);
        if (parsed.success) return parsed.data;
        throw new CrmError(
          "UPSTREAM_FAILED",
          `HubSpot's answer to ${pathOnly(path)} is not as documented.`,
        );
      }
      if (sent.kind === "throttled") {
        if (sent.isDaily || sent.waitMs > MAX_WAIT_MS || ++throttled === MAX_THROTTLED) {
          throw limitReached(sent.isDaily);
        }
        await wait(THROTTLING, sent.waitMs);
        continue;
      }
      const failed = `HubSpot failed (${sent.reason})`;
      if (++failures === MAX_ATTEMPTS) {
        throw new CrmError(
          "UPSTREAM_FAILED",
          `${failed}. Run the same command again: it continues where it stopped.`,
        );
      }
      const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
      const waitMs = Math.min(sent.waitMs, MAX_WAIT_MS);
      await wait(failed, Math.max(waitMs, delay * (1 + Math.random() / 4)));
    }
  }

  return {
    get: (path, answer) => call(path, answer),
    post: (path, body, answer) => call(path, answer, body),
  };
}

async function send({ url, token }: HubspotAccount, path: string, body?: object): Promise<Sent> {
  let status: number;
  let waitMs: number;
  let text: string;
  try {
    const answer = await request(`${url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    });
    status = answer.statusCode;
    waitMs = parseRetryAfter(answer.headers["retry-after"], Date.now());
    text = await readText(answer.body);
  } catch (error) {
    if (error instanceof CrmError) throw error;
    const { name, code } = error as NodeJS.ErrnoException;
    const isLate = name === "TimeoutError";
    const reason = isLate ? "no answer in time" : `the connection failed: ${code ?? name}`;
    return { kind: "failed", reason, waitMs: 0 };
  }
  if (status >= 500 || status === 408)
    return { kind: "failed", reason: `status ${status}`, waitMs };
  const parsed = parseJson(text);
  if (status < 300) return { kind: "answer", body: parsed };
  const { category, policyName } = errorBody.catch({ category: "", policyName: "" }).parse(parsed);
  if (status === 429) {
    return {
      kind: "throttled",
      waitMs: waitMs || THROTTLED_MS,
      isDaily: /DAILY/i.test(policyName),
    };
  }
  if (status === 401) {
    throw new CrmError("INVALID_INPUT", "--token: HubSpot refuses the access token.");
  }
  throw new HubspotRefused(status, category);
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) {
      throw new CrmError("UPSTREAM_FAILED", "An answer of HubSpot has more than 64 MiB.");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function limitReached(isDaily: boolean): CrmError {
  const limit = isDaily ? "HubSpot's daily limit of requests is used up" : THROTTLING;
  return new CrmError(
    "RATE_LIMITED",
    `${limit}. Run the same command again later: it continues where it stopped.`,
  );
}

/** A query has property names, which make the message long. */
function pathOnly(path: string): string {
  return path.replace(/\?.*/, "");
}
