import { expect, it } from "vitest";
import { actorName } from "../src/actors.ts";

it.each([
  ["system", "Import 7, started by ada@example.com", "Import 7, started by ada@example.com"],
  ["system", "Undo of bulk change 7", "Undo of bulk change 7"],
  ["system", "erase", "Rapport (erase)"],
  ["key", "Reports", "API key Reports"],
  ["admin", "ada@example.com", "ada@example.com"],
] as const)("readers know the %s %s as %s", (kind, label, name) => {
  expect(actorName({ kind, id: "1", label })).toBe(name);
});
