import { IconTable } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { api } from "../api.ts";
import { TYPE_KEYS, typeNames } from "../object-types.ts";
import type { Destination } from "./destinations.ts";

/** Returns the saved views of a project as the palette opens them. */
export function useViewActions(projectId: number | undefined): readonly Destination[] {
  const lists = useQueries({
    queries: TYPE_KEYS.map((type) =>
      api.views.list.queryOptions(
        { projectId: projectId ?? 0, type },
        { enabled: projectId !== undefined },
      ),
    ),
  });
  return TYPE_KEYS.flatMap((type, i) =>
    (lists[i]?.data ?? []).map(({ id, name, content }) => ({
      to: `/p/${projectId}/${typeNames(type).plural}${content.layout === "board" ? "/board" : ""}`,
      search: { view: id },
      label: `Open the view ${name}`,
      detail: typeNames(type).label,
      icon: IconTable,
    })),
  );
}
