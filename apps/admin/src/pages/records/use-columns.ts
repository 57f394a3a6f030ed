import { useLocalStorage } from "@mantine/hooks";
import { useMemo } from "react";
import type { ObjectType } from "../../object-types.ts";
import type { Schema } from "../../property/use-schema.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { columnFields, defaultColumns, type Field } from "./fields.ts";

export interface Columns {
  readonly all: readonly Field[];
  readonly shown: readonly Field[];
  readonly toggle: (name: string) => void;
  /** Resets to the default columns. */
  readonly reset: () => void;
}

/** Returns the columns that the admin chose for a type in this project, stored in the browser. */
export function useColumns(type: ObjectType, schema: Schema): Columns {
  const projectId = useProjectId();
  const [chosen, choose, forget] = useLocalStorage<readonly string[] | null>({
    key: `rapport.columns.${projectId}.${type}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return useMemo(() => {
    const names = Array.isArray(chosen) ? chosen : defaultColumns(type);
    const all = columnFields(type, schema);
    const shown = names.flatMap((name) => all.find((field) => field.name === name) ?? []);
    const toggle = (name: string) =>
      choose(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
    return { all, shown, toggle, reset: forget };
  }, [chosen, choose, forget, type, schema]);
}
