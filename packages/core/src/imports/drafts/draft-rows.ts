import type { Deps } from "../../deps.ts";
import type { Row, RowPosition } from "../row.ts";
import { importRows } from "../run-import.ts";
import type { Draft, Scope } from "./draft.ts";

/** Reads the rows of a draft's file from a position on. */
export function draftRows(
  deps: Deps,
  scope: Scope,
  { fileId: file, settings: { options, ...found } }: Pick<Draft, "fileId" | "settings">,
  position?: Pick<RowPosition, "offset" | "before">,
): AsyncGenerator<Row> {
  return importRows(deps, scope, options, { ...found, file }, position);
}
