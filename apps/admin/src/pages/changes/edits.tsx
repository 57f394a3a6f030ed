import { Text } from "@mantine/core";
import { TYPES } from "../../object-types.ts";
import { useSchema } from "../../property/use-schema.ts";
import type { Change } from "./words.ts";

const HOW = { set: "set", clear: "cleared", add: "got values", remove: "lost values" } as const;

/** Which properties were edited. The values are in the records' histories. */
export function Edits({ change: { edits, object, action } }: { readonly change: Change }) {
  const { data: schema } = useSchema(object);
  if (action !== "edit") return null;
  const labelOf = (name: string) =>
    schema?.properties.find((property) => property.name === name)?.label ?? name;
  return (
    <Text c="dimmed" fz="sm">
      {TYPES[object].label}:{" "}
      {edits.map(({ internal_name, how }) => `${labelOf(internal_name)} ${HOW[how]}`).join(", ")}
    </Text>
  );
}
