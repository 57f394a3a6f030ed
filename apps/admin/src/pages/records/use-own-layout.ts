import { useLocalStorage } from "@mantine/hooks";
import { useCallback, useMemo } from "react";
import { useProjectId } from "../../shell/use-project.ts";
import type { ViewParams } from "./views/view-params.ts";

type OwnLayout = Partial<Pick<ViewParams, "columns" | "collapsed" | "cards">>;

/** Returns how the admin arranged a type's table and board outside of views, stored in the browser. */
export function useOwnLayout(type: string) {
  const projectId = useProjectId();
  const [stored, store] = useLocalStorage<OwnLayout>({
    key: `rapport.layout.${projectId}.${type}`,
    defaultValue: NONE,
    getInitialValueInEffect: false,
  });
  const own = useMemo(() => textsIn(stored), [stored]);
  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      store((before) => textsIn({ ...before, ...changes })),
    [store],
  );
  return [own, change] as const;
}

const NONE: OwnLayout = {};

/** The storage may hold anything. */
function textsIn(stored: unknown): OwnLayout {
  const texts = Object.entries(stored ?? {}).filter(([, text]) => typeof text === "string");
  return Object.fromEntries(texts);
}
