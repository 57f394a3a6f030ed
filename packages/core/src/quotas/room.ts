import { CrmError, type QuotaUse } from "../errors.ts";

export type QuotaName = QuotaUse["quota"];

/** What a tenant may still get of something. */
export interface Room {
  readonly left: number;
  /**
   * Returns the error for more than that.
   *
   * @param added what was added since the count
   */
  refusal(added?: number): CrmError;
}

/** The room of a tenant without a quota. */
export const ENDLESS: Room = {
  left: Number.POSITIVE_INFINITY,
  refusal: () => new CrmError("INTERNAL", "There is no quota."),
};

export function measureRoom(quota: QuotaName, limit: number, used: number): Room {
  return {
    left: Math.max(0, limit - used),
    refusal: (added = 0) => quotaExceeded({ quota, limit, used: used + added }),
  };
}

const THINGS: Readonly<Record<QuotaName, { readonly name: string; readonly fix: string }>> = {
  records: { name: "records", fix: "Delete records" },
  fileBytes: {
    name: "bytes of files",
    fix: "Remove attached files, discard imports and exports, wait until older files expire",
  },
  projects: { name: "projects", fix: "Delete a project" },
  endpoints: { name: "webhook endpoints", fix: "Delete an endpoint" },
  requestsPerDay: { name: "requests per day", fix: "Wait until midnight UTC" },
};

/** @param headers response headers that the error needs */
export function quotaExceeded(quota: QuotaUse, headers: Record<string, string> = {}): CrmError {
  const { name, fix } = THINGS[quota.quota];
  const message = `The tenant's quota of ${name} is ${quota.limit} (used: ${quota.used}). ${fix}, or ask the operator for a larger quota.`;
  return new CrmError("QUOTA", message, { quota, headers });
}
