import type { Outputs } from "./api.ts";

export type Surface = Outputs["audit"]["list"]["entries"][number]["surface"];

/** What each way into Rapport is called. */
export const SURFACES: Readonly<Record<Surface, string>> = {
  public: "Public API",
  workspace: "Workspace API",
  admin: "Admin app",
  cli: "Command line",
  system: "Rapport itself",
};
