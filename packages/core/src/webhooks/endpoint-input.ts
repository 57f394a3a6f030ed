import type { endpoints } from "@rapport/db";
import { listEventPatterns, listEventTypes } from "@rapport/model";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import type { ProjectSchema } from "../object-schema.ts";
import { invisibleIn, isStorable } from "../storable-text.ts";
import { AddressRefused } from "./address.ts";

type AddressDeps = Pick<Deps, "addresses">;
type InputDeps = Pick<Deps, "addresses" | "schemas">;

const MAX_URL_CHARACTERS = 2_048;

/**
 * Checks an endpoint's URL and events, and resolves the URL's host. Call it outside a transaction, because it
 * waits for the network.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault
 */
export async function checkEndpoint(
  call: Call<InputDeps>,
  input: { url?: string | undefined; events?: readonly string[] | undefined },
): Promise<void> {
  const issues = await endpointIssues(call, input);
  if (issues.length > 0) throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
}

/** Returns the issues of an endpoint's URL and events. Waits for the network, see `checkEndpoint`. */
export async function endpointIssues(
  { deps, principal }: Call<InputDeps>,
  input: { url?: string | undefined; events?: readonly string[] | undefined },
): Promise<readonly Issue[]> {
  return [
    ...(input.url === undefined ? [] : await urlIssues(deps, input.url)),
    ...eventIssues(await deps.schemas.get(principal.projectId), input.events ?? []),
  ];
}

async function urlIssues(deps: AddressDeps, text: string): Promise<readonly Issue[]> {
  const url = URL.parse(text);
  if (url === null || text.length > MAX_URL_CHARACTERS) {
    return urlRefused(
      `The URL must be absolute, such as https://example.com/hooks, and at most ${MAX_URL_CHARACTERS} characters.`,
    );
  }
  // The parser drops or encodes these characters, but the URL is stored as it was sent.
  if (!isStorable(text) || /[\p{Cc}\s\p{Default_Ignorable_Code_Point}]/u.test(text)) {
    const unseen = invisibleIn(text);
    const chars = "spaces, line breaks, control characters or half a surrogate pair";
    return urlRefused(unseen === null ? `The URL may not contain ${chars}.` : `The URL ${unseen}`);
  }
  try {
    await deps.addresses.checkUrl(url);
    return [];
  } catch (error) {
    if (error instanceof AddressRefused) return urlRefused(error.message);
    throw error;
  }
}

/**
 * Refuses the URL of another endpoint. A receiver that has seen a `webhook-id` drops the delivery of the other one.
 *
 * @param others the other endpoints of the workspace
 * @throws CrmError CONFLICT with the id of the endpoint
 */
export function refuseDuplicateUrl(url: string, others: readonly endpoints.EndpointRow[]): void {
  const key = urlKey(url);
  const same = others.find((other) => urlKey(other.url) === key);
  if (same === undefined) return;
  const message = `Endpoint ${same.id} has this URL. Change its events, or register the URL again with "allowDuplicateUrl": true.`;
  const issue = { path: "url", code: "url_taken", message, conflictingId: String(same.id) };
  throw CrmError.ofIssue("CONFLICT", issue);
}

/** Returns the same text for all spellings of a URL to which a request would be the same (RFC 3986 §6.2). */
function urlKey(text: string): string {
  const url = new URL(text);
  url.hash = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  return url.href.replaceAll(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}

function urlRefused(message: string): readonly Issue[] {
  return [{ path: "url", code: "url_refused", message }];
}

/** Returns an issue for each entry that is neither an event type nor a pattern. */
function eventIssues({ types }: ProjectSchema, patterns: readonly string[]): readonly Issue[] {
  const allowed = listEventPatterns(listEventTypes(types));
  return patterns.flatMap((pattern, i) =>
    allowed.includes(pattern)
      ? []
      : [
          {
            path: `events.${i}`,
            code: "event_type_unknown",
            message: `"${pattern.slice(0, 80)}" is not an event type. Event types: ${allowed.join(", ")}.`,
            allowed,
          },
        ],
  );
}
