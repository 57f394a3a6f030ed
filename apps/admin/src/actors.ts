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
      return `Rapport (${label})`;
    default:
      return label;
  }
}
