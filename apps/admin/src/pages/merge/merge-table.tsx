import { Radio } from "@mantine/core";
import { typeNames } from "../../object-types.ts";
import { ScrollFrame } from "../../ui/pages/page.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./merge.module.css";
import { Row } from "./merge-row.tsx";
import type { MergeTableProps } from "./merge-table-props.ts";

/** The records as columns, with their differences. */
export function MergeTable(props: MergeTableProps) {
  const { type, records, properties, choice, onKeep } = props;
  const noun = typeNames(type).singular.toLowerCase();
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
                {associated}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">Created</th>
            {records.map(({ id, createdAt }) => (
              <td key={id} data-kept={id === choice.primaryId}>
                <Moment at={createdAt} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </ScrollFrame>
  );
}
