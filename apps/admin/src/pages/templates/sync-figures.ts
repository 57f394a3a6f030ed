/** The counts of a sync and their labels. */
export const FIGURES = [
  ["total_fetched_from_meta", "Fetched from the platform"],
  ["matched", "Matched here"],
  ["updated", "Updated here"],
  ["unchanged", "Unchanged"],
  ["not_found", "Not found here"],
] as const;
