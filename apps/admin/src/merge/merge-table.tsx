import { Radio, UnstyledButton } from "@mantine/core";
import { typeNames } from "../object-types.ts";
import { propertyChoices } from "../property/choices.ts";
import type { PropertyData, PropertyDefinition } from "../property/property-types.ts";
import { PropertyValue } from "../property/property-value.tsx";
import type { Schema } from "../property/use-schema.ts";
import { ScrollFrame } from "../ui/pages/page.tsx";
import { Moment } from "../ui/values/moment.tsx";
import classes from "./merge.module.css";
import { findSource, hasValue, type MergeChoice, type PreviewRecord } from "./merge-model.ts";

interface MergeTableProps {
  readonly records: readonly PreviewRecord[];
  readonly schema: Schema;
  /** The properties in which the records differ. */
  readonly properties: readonly PropertyDefinition[];
  readonly choice: MergeChoice;
  readonly onKeep: (id: number) => void;
  readonly onChoose: (name: string, id: number) => void;
}

/** The records as columns, with their differences. */
export function MergeTable(props: MergeTableProps) {
  const { schema, records, properties, choice, onKeep } = props;
  const noun = typeNames(schema.name).singular.toLowerCase();
  return (
    <ScrollFrame className={classes.scroll} aria-label="Records to merge">
      <table className={classes.table} aria-label="Comparison">
        <thead>
          <tr>
            <th scope="col">Property</th>
            {records.map((record) => (
              <th key={record.id} scope="col" data-kept={record.id === choice.primaryId}>
                <Radio
                  name="primary"
                  label={record.name}
                  description={`#${record.id}`}
                  aria-label={`Keep the ${noun} ${record.name} #${record.id}`}
                  checked={record.id === choice.primaryId}
                  onChange={() => onKeep(record.id)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {properties.map((definition) => (
            <Row key={definition.name} {...props} definition={definition} />
          ))}
          <tr>
            <th scope="row">Associations</th>
            {records.map(({ id, associated }) => (
              <td key={id} data-kept={id === choice.primaryId}>
                <span className={classes.fact}>{associated}</span>
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">Created</th>
            {records.map(({ id, createdAt }) => (
              <td key={id} data-kept={id === choice.primaryId}>
                <span className={classes.fact}>
                  <Moment at={createdAt} />
                </span>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </ScrollFrame>
  );
}

interface RowProps extends MergeTableProps {
  readonly definition: PropertyDefinition;
}

function Row({ records, schema, choice, onChoose, definition }: RowProps) {
  const { name, label } = definition;
  const source = findSource(records, choice, name);
  return (
    <tr>
      <th scope="row">{label}</th>
      {records.map((record) => {
        const value = record.properties[name] as PropertyData | undefined;
        const { pipeline } = record.properties;
        const choices = propertyChoices(
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
              <span className={classes.fact}>{shown}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
