import { Text, UnstyledButton } from "@mantine/core";
import { choicesOf } from "../../property/choices.ts";
import type { PropertyData, PropertyDefinition } from "../../property/property-types.ts";
import { PropertyValue } from "../../property/property-value.tsx";
import classes from "./merge.module.css";
import { hasValue, sourceOf } from "./merge-model.ts";
import type { MergeTableProps } from "./merge-table-props.ts";

interface RowProps extends MergeTableProps {
  readonly definition: PropertyDefinition;
}

export function Row({ records, schema, choice, onChoose, definition }: RowProps) {
  const { name, label } = definition;
  const source = sourceOf(records, choice, name);
  return (
    <tr>
      <th scope="row">{label}</th>
      {records.map((record) => {
        const value = record.properties[name] as PropertyData | undefined;
        const { pipeline } = record.properties;
        const choices = choicesOf(
          definition,
          schema,
          typeof pipeline === "string" ? pipeline : undefined,
        );
        const shown = (
          <PropertyValue
            definition={definition}
            value={value}
            links={false}
            {...(choices === null ? {} : { choices })}
          />
        );
        return (
          <td key={record.id} data-kept={record.id === choice.primaryId}>
            {hasValue(record, name) ? (
              <UnstyledButton
                className={classes.value}
                aria-pressed={record.id === source}
                onClick={() => onChoose(name, record.id)}
              >
                {shown}
              </UnstyledButton>
            ) : (
              <Text component="span" inherit px={8}>
                {shown}
              </Text>
            )}
          </td>
        );
      })}
    </tr>
  );
}
