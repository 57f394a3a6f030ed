import type { Outputs } from "./api.ts";

export type Surface = Outputs["audit"]["list"]["entries"][number]["surface"];

/** Labels of the surfaces. */
export const SURFACES: Readonly<Record<Surface, string>> = {
  public: "Public API",
  workspace: "Workspace API",
  admin: "Admin app",
  cli: "Command line",
  system: "Rapport",
};
