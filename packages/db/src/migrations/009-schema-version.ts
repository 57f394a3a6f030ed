/** The version of a project's schema, so that no record is written by an older one. */
export const statements = (): readonly string[] => [
  "alter table projects add column schema_version integer not null default 1",
];
