import { Table } from "@mantine/core";
import { choicesOf } from "../../property/choices.ts";
import { PropertyValue } from "../../property/property-value.tsx";
import type { Schema } from "../../property/use-schema.ts";
import classes from "./changes.module.css";
import type { Found } from "./preview-props.ts";

interface ValuesProps {
  readonly schema: Schema;
  readonly change: Found["rows"][number]["changes"][number];
}

export function Values({ schema, change }: ValuesProps) {
  const definition = schema.properties.find(({ name }) => name === change.property);
  if (definition === undefined) return null;
  const choices = choicesOf(definition, schema);
  const value = (shown: ValuesProps["change"]["old"]) => (
    <PropertyValue
      definition={definition}
      value={shown}
      links={false}
      {...(choices === null ? {} : { choices })}
    />
  );
  return (
    <>
      <Table.Td className={classes.label}>{definition.label}</Table.Td>
      <Table.Td>{value(change.old)}</Table.Td>
      <Table.Td>{value(change.new)}</Table.Td>
    </>
  );
}
