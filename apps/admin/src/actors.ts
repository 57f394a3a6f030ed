import type { Outputs } from "./api.ts";

type Actor = Outputs["audit"]["list"]["entries"][number]["actor"];

/** Returns the name that readers know an actor by. */
export function actorName({ kind, label }: Actor): string {
  switch (kind) {
    case "client":
      return `Client ${label}`;
    case "key":
      return `API key ${label}`;
    case "system":
      // Import 7 and other jobs have names of their own.
      return /^\p{Lu}/u.test(label) ? label : `Rapport (${label})`;
    default:
      return label;
  }
}

export type Surface = Outputs["audit"]["list"]["entries"][number]["surface"];

/** Labels of the surfaces. */
export const SURFACES: Readonly<Record<Surface, string>> = {
  public: "Public API",
  workspace: "Workspace API",
  admin: "Admin app",
  cli: "Command line",
  system: "Rapport",
};
