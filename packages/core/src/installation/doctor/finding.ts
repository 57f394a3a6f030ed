/** Result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  /** One line. Says what to do unless the state is `ok`. Never contains a secret. */
  readonly message: string;
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
