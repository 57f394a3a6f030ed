/** What one check came to. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  /** One line; says what to do unless all is well. Never a secret. */
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
