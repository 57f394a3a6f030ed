/** The colour that an admin chose for a stage. Options have theirs in the definition of the property. */
export const statements = (): readonly string[] => ["alter table stages add column color text"];
