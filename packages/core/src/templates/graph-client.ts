import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { CrmError } from "../errors.ts";
import { type Answer, type Page, type RemoteTemplate, readAnswer } from "./graph-answer.ts";

export interface GraphAccount {
  /** Base address with its version segment, without a trailing slash. */
  readonly graphUrl: string;
  readonly wabaId: string;
  readonly accessToken: string;
}

/** The platform refused the account's token, and will not accept it again. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
  readonly refusal: CrmError;
  constructor(refusal: CrmError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const PAGE_SIZE = 100;
/** A longer list does not end. */
const MAX_TEMPLATES = 200_000;
/** A larger page is not read. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** Time limit of one request. */
const REQUEST_LIMIT_MS = 15_000;
/** Time limit for all pages, retries included. */
export const TOTAL_LIMIT_MS = 90_000;
/** Delay before the first retry. Each further retry doubles it. */
const FIRST_DELAY_MS = 250;
const MAX_ATTEMPTS = 5;
/** Longest wait that the platform may ask for before a retry. A longer one is passed on to the caller. */
const MAX_WAIT_MS = 5_000;
/** `Retry-After` if the platform throttles and names no time. */
const DEFAULT_RETRY_SECONDS = 60;

/**
 * Fetches every template of an account, page by page.
 *
 * @throws CrmError INVALID_INPUT if the account's id or permissions are wrong; UPSTREAM_FAILED if the
 *   platform fails after retries or does not return a list of templates; UNAVAILABLE with `Retry-After` if it
 *   throttles
 * @throws TokenRefused if the platform no longer accepts the token
 */
export async function fetchTemplates(account: GraphAccount): Promise<readonly RemoteTemplate[]> {
  const deadline = Date.now() + TOTAL_LIMIT_MS;
  const templates: RemoteTemplate[] = [];
  const seen = new Set<string>(); // at most one per page
  let place: Place = { after: null, limit: PAGE_SIZE };
  for (let asked = 0; asked < MAX_TEMPLATES; asked += place.limit) {
    const { page, limit } = await fetchPage(account, place, deadline);
    // `push(...page)` is limited by the stack, and the platform decides how long a page is.
    for (const template of page.templates) templates.push(template);
    if (page.after === null) return templates;
    if (seen.has(page.after)) break;
    seen.add(page.after);
    place = { after: page.after, limit };
  }
  throw new CrmError("UPSTREAM_FAILED", "The messaging platform's list of templates does not end.");
}

/** Where a page begins, and how many templates it may have. */
interface Place {
  /** Cursor; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Returns a page, and the limit with which the platform returned it: the given one, halved if that is too much. */
async function fetchPage(
  account: GraphAccount,
  place: Place,
  deadline: number,
): Promise<{ readonly page: Page; readonly limit: number }> {
  let { limit } = place;
  for (let attempt = 1; ; attempt++) {
    const answer = await fetchAnswer(account, { ...place, limit }, deadline);
    if (answer.kind === "page") return { page: answer.page, limit };
    if (answer.kind === "refused") {
      throw answer.tokenInvalid ? new TokenRefused(answer.error) : answer.error;
    }
    if (answer.kind === "too-much" && limit > 1) {
      limit = Math.floor(limit / 2);
      attempt = 0;
      continue;
    }
    const wanted = answer.kind === "throttled" ? answer.waitMs : 0;
    const delay = Math.max(wanted, FIRST_DELAY_MS * 2 ** (attempt - 1) * (1 + Math.random() / 4));
    const isWorthWaiting = wanted <= MAX_WAIT_MS && Date.now() + delay < deadline;
    if (attempt === MAX_ATTEMPTS || !isWorthWaiting) throw toFailure(answer, wanted);
    await sleep(delay);
  }
}

async function fetchAnswer(
  { graphUrl, wabaId, accessToken }: GraphAccount,
  { after, limit }: Place,
  deadline: number,
): Promise<Answer> {
  const url = new URL(`${graphUrl}/${encodeURIComponent(wabaId)}/message_templates`);
  url.searchParams.set("fields", "name,language,status,category");
  url.searchParams.set("limit", String(limit));
  if (after !== null) url.searchParams.set("after", after);
  const timeoutMs = Math.max(1, Math.min(REQUEST_LIMIT_MS, deadline - Date.now()));
  try {
    const { statusCode, headers, body } = await request(url, {
      headers: { authorization: `Bearer ${accessToken}`, accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const chunks: Buffer[] = [];
    let read = 0;
    for await (const chunk of body) {
      read += (chunk as Buffer).length;
      if (read > MAX_PAGE_BYTES) {
        return { kind: "too-much", reason: "a page of more than 8 MiB" };
      }
      chunks.push(chunk as Buffer);
    }
    return readAnswer(statusCode, headers, Buffer.concat(chunks).toString("utf8"));
  } catch (error) {
    const isLate = (error as Error).name === "TimeoutError";
    return { kind: "transient", reason: isLate ? "no response in time" : "the connection failed" };
  }
}

function toFailure(
  answer: Extract<Answer, { kind: "transient" | "too-much" | "throttled" }>,
  waitMs: number,
): CrmError {
  if (answer.kind === "throttled") {
    const seconds = waitMs > 0 ? Math.ceil(waitMs / 1_000) : DEFAULT_RETRY_SECONDS;
    return new CrmError(
      "UNAVAILABLE",
      `The messaging platform accepts no more requests right now. Nothing was changed. Retry in ${seconds} seconds.`,
      { headers: { "Retry-After": String(seconds) } },
    );
  }
  return new CrmError(
    "UPSTREAM_FAILED",
    `The messaging platform failed (${answer.reason}). Nothing was changed. Try again later.`,
  );
}
