import { z } from "zod";
import { CrmError } from "../errors.ts";
import { isStorable } from "../storable-text.ts";
import { parseRetryAfter } from "../webhooks/schedule.ts";

/** A template as the messaging platform lists it. */
export interface RemoteTemplate {
  /** Empty, as is the language, if the platform names none. Then no local template matches. */
  readonly name: string;
  readonly language: string;
  /** Null, as is the category, if the platform names none. */
  readonly status: string | null;
  readonly category: string | null;
}

export interface Page {
  readonly templates: readonly RemoteTemplate[];
  /** Cursor of the next page; null on the last. */
  readonly after: string | null;
}

/** An answer of the messaging platform, by how the sync reacts to it. */
export type Answer =
  | { readonly kind: "page"; readonly page: Page }
  /** A failure that may not happen on a retry. */
  | { readonly kind: "transient"; readonly reason: string }
  /** The page is too much for the platform or for us; a smaller one may not be. */
  | { readonly kind: "too-much"; readonly reason: string }
  /** Too many requests. `waitMs` is the wait that the platform asks for; 0 if it names none. */
  | { readonly kind: "throttled"; readonly waitMs: number }
  | { readonly kind: "refused"; readonly error: CrmError; readonly tokenInvalid: boolean };

const text = z
  .string()
  .max(1_024)
  .refine((given) => isStorable(given) && given.trim() !== "");
const [name, trait] = [text.catch(""), text.nullable().catch(null)];
const NAMELESS: RemoteTemplate = { name: "", language: "", status: null, category: null };

// One odd template must not stop the sync of the others.
const pageSchema = z.object({
  data: z.array(z.object({ name, language: name, status: trait, category: trait }).catch(NAMELESS)),
  paging: z
    .object({
      cursors: z.object({ after: z.string().min(1).max(10_000).nullish() }).nullish(),
      next: z.string().nullish(),
    })
    .nullish(),
});

const errorSchema = z.object({
  error: z.object({
    code: z.int(),
    message: z.string().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
  }),
});

const TRANSIENT = new Set([1, 2]);
/** What the platform says, with code 1, if a page takes it too long. A smaller `limit` is the only remedy. */
const TOO_MUCH = /reduce the amount of data/i;
const THROTTLED = new Set([4, 17, 32, 613, 80007, 80008]);
const TOKEN_INVALID = 190;
const NO_SUCH_OBJECT = 100;
const MINUTE_MS = 60_000;
/** The platform's limits are of an hour or a day, so a longer time is a fault of its answer. */
const MAX_MINUTES = 24 * 60;

/**
 * Parses the messaging platform's answer to a request for a page of templates.
 *
 * @param headers response headers, with names in lower case
 */
export function readAnswer(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): Answer {
  const json = parse(body);
  const failure = errorSchema.safeParse(json);
  if (failure.success) return readError(failure.data.error, headers);
  if (status === 429 || (status === 503 && headers["retry-after"] !== undefined)) {
    return { kind: "throttled", waitMs: readWait(headers) };
  }
  if (status >= 500) return { kind: "transient", reason: `answered ${status}` };
  const page = pageSchema.safeParse(json);
  if (status !== 200 || !page.success) return unusable();
  const { data, paging } = page.data;
  const hasNext = (paging?.next ?? null) !== null;
  const after = hasNext ? (paging?.cursors?.after ?? null) : null;
  // Reject a page that has `next` but no cursor: the sync would silently miss the remaining templates.
  if (hasNext && after === null) return unusable();
  return { kind: "page", page: { templates: data, after } };
}

function readError(
  error: z.infer<typeof errorSchema>["error"],
  headers: Parameters<typeof readAnswer>[1],
): Answer {
  const { code } = error;
  if (code === TOKEN_INVALID) {
    return refused(
      "credentials_invalid",
      "The messaging platform no longer accepts the access token. Set a new one in the admin app, at Templates, or with rapport messaging set.",
      true,
    );
  }
  if (code === 10 || (code >= 200 && code <= 299)) {
    return refused(
      "credentials_not_permitted",
      "The access token may not read this account's templates. Grant it whatsapp_business_management.",
      false,
    );
  }
  if (THROTTLED.has(code)) return { kind: "throttled", waitMs: readWait(headers) };
  if (TOO_MUCH.test(error.message ?? "")) {
    return { kind: "too-much", reason: `error code ${code}` };
  }
  if (TRANSIENT.has(code) || error.is_transient === true) {
    return { kind: "transient", reason: `error code ${code}` };
  }
  if (code === NO_SUCH_OBJECT) {
    return refused(
      "account_not_found",
      "The messaging platform has no such account. Check the WhatsApp Business account id.",
      false,
    );
  }
  return upstream(
    `The messaging platform refused the request (error code ${code}). Nothing was changed.`,
  );
}

function refused(code: string, message: string, tokenInvalid: boolean): Answer {
  const error = CrmError.ofIssue("INVALID_INPUT", { path: "", code, message });
  return { kind: "refused", error, tokenInvalid };
}

function upstream(message: string): Answer {
  return { kind: "refused", error: new CrmError("UPSTREAM_FAILED", message), tokenInvalid: false };
}

function unusable(): Answer {
  return upstream(
    "The messaging platform did not return a list of templates. Nothing was changed.",
  );
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Returns the wait in milliseconds from `Retry-After`, else from the platform's usage header, at most a day, else 0. */
function readWait(headers: Parameters<typeof readAnswer>[1]): number {
  const wait = parseRetryAfter(headers["retry-after"], Date.now());
  if (wait > 0) return wait;
  const usage = parse(first(headers["x-business-use-case-usage"]) ?? "");
  const minutes = [usage ?? {}]
    .flatMap((accounts) => Object.values(accounts as Record<string, unknown>))
    .flat()
    .map((one) => Number((one as Record<string, unknown> | null)?.estimated_time_to_regain_access))
    .filter((value) => value > 0);
  return Math.min(Math.max(0, ...minutes), MAX_MINUTES) * MINUTE_MS;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
