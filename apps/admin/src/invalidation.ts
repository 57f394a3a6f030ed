import type { MutationKey } from "@tanstack/react-query";
import type { AnyTRPCProcedure } from "@trpc/server";
import { type AdminProcedures, queryClient } from "./api.ts";

/** The path of a router of procedures, such as `access.keys`, or of a procedure in it. */
type PathOf<Procedures> = {
  [Name in keyof Procedures & string]: Procedures[Name] extends AnyTRPCProcedure
    ? Name
    : Name | `${Name}.${PathOf<Procedures[Name]>}`;
}[keyof Procedures & string];
type Path = PathOf<AdminProcedures["record"]>;

/** Lists, board, figures and audit log. */
const OF_RECORDS: readonly Path[] = ["records", "duplicates", "board", "home", "audit"];
const OF_FACTORS: readonly Path[] = [
  "access.secondFactor",
  "access.passkeys",
  "access.sessions",
  "access.admins.list",
];

/**
 * The queries that a mutation makes out of date, by the path that the mutation's begins with. The longest such path
 * counts. The mutations of records are not here, because their pages show the new values before they fetch.
 */
const CHANGED = {
  "access.admins": ["access.admins", "access.sessions"],
  "access.clients": ["access.clients"],
  "access.keys": ["access.keys"],
  "access.members": ["access.members", "access.admins"],
  "access.passkeys": OF_FACTORS,
  "access.secondFactor": OF_FACTORS,
  "access.sessions": ["access.sessions"],
  "access.sessions.endMine": [],
  "access.signingKeys": ["access.signingKeys"],
  board: ["board", "records", "home"],
  changes: ["changes"],
  "changes.preview": [],
  "duplicates.dismiss": ["duplicates"],
  currencies: ["currencies", "board", "records.groups", "reports", "audit"],
  "currencies.checkFile": [],
  exports: ["exports"],
  // Mentions that were new stay marked while the admin reads them.
  "home.seeMentions": [],
  imports: ["imports"],
  // The page of the draft is still open.
  "imports.drafts.discard": ["imports.drafts.list"],
  "imports.drafts.start": ["imports.list", "imports.drafts.list"],
  "imports.undo": ["imports", "records", "home"],
  projects: ["tenants"],
  records: OF_RECORDS,
  // Pages show labels, stages and figures by stage.
  schema: ["schema", "board", "home", "records", "audit", "access.scopes"],
  templates: ["templates", "home.templates"],
  tenants: ["tenants"],
  views: ["views"],
  // The page must have left the view before it is missing from the list.
  "views.delete": [],
  webhooks: ["webhooks", "home.webhooks"],
} as const satisfies Partial<Record<Path, readonly Path[]>>;

export type Subject = keyof typeof CHANGED;

/** Refetches what the pages show of a subject. */
export async function refetch(subject: Subject): Promise<void> {
  await Promise.all(
    CHANGED[subject].map((path) =>
      queryClient.invalidateQueries({ queryKey: [["admin", ...path.split(".")]] }),
    ),
  );
}

/** Returns what a mutation changes; undefined if its page refetches by itself. */
export function mutationSubject(mutationKey: MutationKey | undefined): Subject | undefined {
  const [[, ...path] = []] = (mutationKey ?? []) as readonly (readonly string[] | undefined)[];
  if (path[0] === "records") return undefined;
  const starts = path.map((_, i) => path.slice(0, path.length - i).join("."));
  return starts.find((start): start is Subject => start in CHANGED);
}
