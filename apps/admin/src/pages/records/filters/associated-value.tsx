import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api.ts";
import { typeNames } from "../../../object-types.ts";
import { useSchema } from "../../../property/use-schema.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { searchedText } from "../fields.ts";
import { ABOVE_BUTTON } from "./in-popover.ts";
import { useAssociatedNames } from "./use-associated-names.ts";

interface AssociatedValueProps {
  readonly type: string;
  /** Ids of the chosen records. */
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

/** Finds and chooses records of a type. */
export function AssociatedValue({ type, values, onChange }: AssociatedValueProps) {
  const projectId = useProjectId();
  const { data: schema } = useSchema(type);
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 150);
  const { data: found = [] } = useQuery(
    api.records.search.queryOptions(
      { projectId, text: asked, types: [type], limit: 10 },
      { enabled: asked !== "", placeholderData: keepPreviousData },
    ),
  );
  const chosen = [
    { property: `associations.${type}`, operator: "in" as const, values: [...values] },
  ];
  const names = useAssociatedNames(chosen);
  const shown = new Map(values.map((id) => [id, names.get(id) ?? `#${id}`]));
  for (const { id, name } of found) shown.set(String(id), name);
  const plural = typeNames(type).label;
  return (
    <MultiSelect
      {...ABOVE_BUTTON}
      label={plural}
      placeholder={schema && searchedText(schema, "id")}
      searchable
      selectFirstOptionOnChange
      searchValue={text}
      onSearchChange={setText}
      data={Array.from(shown, ([value, label]) => ({ value, label }))}
      // The server has found the options already.
      filter={({ options }) => options}
      value={[...values]}
      onChange={onChange}
      maxValues={50}
      nothingFoundMessage={asked === "" ? undefined : `No ${plural.toLowerCase()} match`}
    />
  );
}
