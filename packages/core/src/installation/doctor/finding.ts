/** Result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  /** One line. Says what to do unless the state is `ok`. Never contains a secret. */
  readonly message: string;
}

const MAX_LISTED_IDS = 10;

/** Names the first of some ids, and says how many more there are. */
export function listedIds(ids: readonly number[]): string {
  const more = ids.length - MAX_LISTED_IDS;
  return `${ids.slice(0, MAX_LISTED_IDS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export function ok(check: string, message: string): Finding {
  return { check, state: "ok", message };
}

export function warning(check: string, message: string): Finding {
  return { check, state: "warning", message };
}

export function failed(check: string, message: string): Finding {
  return { check, state: "failed", message };
}
