/** Descriptions of actions, after the actor's name. */
export const DONE: Readonly<Record<string, string>> = {
  created: "created the record",
  updated: "changed",
  deleted: "deleted the record",
  restored: "restored the record",
  erased: "erased the record",
  associated: "associated it with",
  dissociated: "removed its association with",
  merged: "merged into it the",
  merged_into: "merged it into the",
  unmerged: "undid the merge of the",
  unmerged_from: "undid its merge into the",
};
