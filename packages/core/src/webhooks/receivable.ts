import type { PayloadForm } from "@rapport/db";
import { EVENT_TYPES, OBJECT_TYPE_NAMES, OBJECT_TYPES, subscribes } from "@rapport/model";
import { requireScopes } from "../access/require-scope.ts";
import type { Principal } from "../principal.ts";

/**
 * Checks that a caller may have whole records sent to an endpoint: it needs the read scope of each object type that
 * the endpoint subscribes to. Admins may.
 *
 * @throws CrmError INSUFFICIENT_SCOPE naming the scopes
 */
export function checkMayReceive(
  principal: Principal,
  payload: PayloadForm,
  patterns: readonly string[],
): void {
  if (payload === "compact" || principal.kind === "user") return;
  const types = OBJECT_TYPE_NAMES.filter((type) =>
    EVENT_TYPES.some((event) => event.startsWith(`${type}.`) && subscribes(patterns, event)),
  );
  requireScopes(
    principal,
    types.map((type) => `crm.${OBJECT_TYPES[type].plural}.read`),
  );
}
