/** The owner of what a section of Access shows. */
type Place = "project" | "tenant" | "installation" | "admin";

/** The sections of Access by URL segment. */
export const SECTIONS = {
  clients: { label: "OAuth clients", of: "project" },
  keys: { label: "API keys", of: "project" },
  members: { label: "Members", of: "tenant" },
  admins: { label: "Admins", of: "installation" },
  sessions: { label: "Sessions", of: "admin" },
  "signing-keys": { label: "Signing keys", of: "installation" },
} as const satisfies Record<string, { readonly label: string; readonly of: Place }>;

export type Section = keyof typeof SECTIONS;

export function isSection(text: string): text is Section {
  return Object.hasOwn(SECTIONS, text);
}

/** Returns whether an admin sees a section. Those of the installation need a role in it. */
export function hasSection(section: Section, role: string | null): boolean {
  return role !== null || SECTIONS[section].of !== "installation";
}
