import { appendFileSync, existsSync, readFileSync } from "node:fs";

interface Sent {
  /** The contact's id in Rapport. */
  readonly id: number;
  /** The row as it was sent. */
  readonly row: Readonly<Record<string, string>>;
}

/** Records the sent rows by email. The file is append-only, so an interrupted run loses nothing. */
export function openSent(file: string) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const sent = new Map(lines.map((line) => JSON.parse(line) as [string, Sent]));
  return {
    get: (email: string) => sent.get(email),
    put(email: string, one: Sent): void {
      appendFileSync(file, `${JSON.stringify([email, one])}\n`);
      sent.set(email, one);
    },
  };
}
