import type { HistoryEntry } from "./record-model.ts";

const KINDS: Readonly<Record<HistoryEntry["actor"]["kind"], string>> = {
  admin: "",
  client: "Client ",
  key: "API key ",
  system: "",
};

/** Who did it, as a reader knows them. */
export function actorName({ kind, label }: HistoryEntry["actor"]): string {
  return `${KINDS[kind]}${label}`;
}

/** What happened to the record, to stand after who did it. */
export const DONE: Readonly<Record<string, string>> = {
  created: "created the record",
  updated: "changed",
  deleted: "deleted the record",
  restored: "restored the record",
  associated: "associated it with",
  dissociated: "took it apart from",
};
