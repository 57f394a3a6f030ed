import { useNavigate } from "@tanstack/react-router";
import { typeNames } from "../../../object-types.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import type { View } from "./view-params.ts";

/** Returns a function that opens a view as it is saved, or all records for null. */
export function useOpenView(type: string) {
  const navigate = useNavigate();
  const table = `/p/${useProjectId()}/${typeNames(type).plural}`;
  return (view: Pick<View, "id" | "content"> | null) =>
    navigate({
      to: view?.content.layout === "board" ? `${table}/board` : table,
      search: (view === null ? {} : { view: view.id }) as never,
    });
}
