import type { ColumnTypes } from "./column-types.ts";

/** The account at the OpenID provider that an admin signs in with. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `alter table users add column oidc_issuer ${t.text}`,
  `alter table users add column oidc_subject ${t.text}`,
  "create unique index users_by_oidc on users (oidc_issuer, oidc_subject)",
];
