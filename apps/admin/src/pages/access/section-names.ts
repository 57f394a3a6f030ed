/** The sections of Access by URL segment, and whether they belong to the project or the installation. */
export const SECTIONS = {
  clients: { label: "OAuth clients", ofProject: true },
  keys: { label: "API keys", ofProject: true },
  admins: { label: "Admins", ofProject: false },
  sessions: { label: "Sessions", ofProject: false },
  "signing-keys": { label: "Signing keys", ofProject: false },
} as const;

export type Section = keyof typeof SECTIONS;

export function isSection(text: string): text is Section {
  return Object.hasOwn(SECTIONS, text);
}
