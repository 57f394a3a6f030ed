/** Descriptions of actions, after the actor's name. `{other}` is the other record. */
export const DONE: Readonly<Record<string, string>> = {
  created: "created the record",
  updated: "changed",
  deleted: "deleted the record",
  restored: "restored the record",
  erased: "erased the record",
  associated: "associated it with {other}",
  dissociated: "removed its association with {other}",
  merged: "merged {other} into it",
  merged_into: "merged it into {other}",
  unmerged: "undid the merge of {other}",
  unmerged_from: "undid its merge into {other}",
};
