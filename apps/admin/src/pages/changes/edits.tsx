import { Text } from "@mantine/core";
import type { Change } from "../../jobs/changes.ts";
import { useSchema } from "../../property/use-schema.ts";

const HOW = {
  set: "set",
  clear: "cleared",
  add: "added values to",
  remove: "removed values from",
} as const;

/** Which properties were edited. The values are in the records' histories. */
export function Edits({ change: { edits, object, action } }: { readonly change: Change }) {
  const { data: schema } = useSchema(object);
  if (action !== "edit") return null;
  const propertyLabel = (name: string) =>
    schema?.properties.find((property) => property.name === name)?.label ?? name;
  const words = edits
    .map(({ internal_name, how }) => `${HOW[how]} ${propertyLabel(internal_name)}`)
    .join(", ");
  return (
    <Text c="dimmed" fz="xs">
      {words.charAt(0).toUpperCase()}
      {words.slice(1)}
    </Text>
  );
}
