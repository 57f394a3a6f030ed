import { OBJECT_TYPES } from "../objects/types.ts";

/** What each scope of the Public Object API allows (specification §5.1). */
export const PUBLIC_SCOPES: ReadonlyMap<string, string> = new Map([
  ...Object.values(OBJECT_TYPES).flatMap(({ plural }): [string, string][] => [
    [`crm.${plural}.read`, `Read ${plural}`],
    [`crm.${plural}.write`, `Create and update ${plural}`],
    [`crm.${plural}.delete`, `Delete ${plural}`],
  ]),
  ["templates:read", "List message templates"],
  ["templates:write", "Refresh message templates from the messaging platform"],
]);

/** What each scope of the Workspace API allows (specification §5.2). */
export const WORKSPACE_SCOPES: ReadonlyMap<string, string> = new Map([
  ["contacts:read", "Read and list contacts"],
  ["contacts:write", "Create and update contacts"],
  ["contacts:delete", "Delete contacts"],
  ["deals:read", "Read and list deals"],
  ["deals:write", "Create and update deals"],
  ["deals:delete", "Delete deals"],
  ["webhooks:read", "Read webhook endpoints and their deliveries"],
  ["webhooks:write", "Create, change and test webhook endpoints"],
]);

/**
 * Splits a `scope` parameter (RFC 6749 §3.3).
 *
 * @returns its tokens, each once, or null when it is empty or not well-formed
 */
export function parseScope(text: string): readonly string[] | null {
  const tokens = text.split(" ").filter((token) => token !== "");
  if (tokens.length === 0 || !tokens.every((token) => SCOPE_TOKEN.test(token))) return null;
  return [...new Set(tokens)];
}

const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/;
