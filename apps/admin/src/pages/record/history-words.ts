/** What happened to the record, to stand after who did it. */
export const DONE: Readonly<Record<string, string>> = {
  created: "created the record",
  updated: "changed",
  deleted: "deleted the record",
  restored: "restored the record",
  associated: "associated it with",
  dissociated: "took it apart from",
};
