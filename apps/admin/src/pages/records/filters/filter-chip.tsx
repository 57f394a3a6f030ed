import { CloseButton, UnstyledButton } from "@mantine/core";
import type { Schema } from "../../../property/use-schema.ts";
import { type Field, filterFields } from "../fields.ts";
import type { Filter } from "../search.ts";
import classes from "./filter-bar.module.css";
import { FilterEditor } from "./filter-editor.tsx";
import { sentenceOf } from "./operators.ts";

interface FilterChipProps {
  readonly type: string;
  readonly schema: Schema;
  readonly filter: Filter;
  readonly pipeline: string | undefined;
  /** Names of associated records by id. */
  readonly names: ReadonlyMap<string, string>;
  /** What is wrong with the filter. */
  readonly fault: string | undefined;
  readonly onChange: (filter: Filter) => void;
  readonly onRemove: () => void;
}

/** A filter as a sentence. A click edits it. */
export function FilterChip(props: FilterChipProps) {
  const { type, schema, filter, pipeline, names, fault, onChange, onRemove } = props;
  const sentence = sentenceOf(filter, type, schema, names);
  return (
    <span className={classes.chip} data-faulty={fault !== undefined}>
      <FilterEditor
        {...{ type, schema, pipeline, filter }}
        onSave={onChange}
        target={(toggle) => (
          <UnstyledButton
            className={classes.sentence}
            aria-label={`Change filter: ${sentence}`}
            onClick={toggle}
          >
            {sentence}
          </UnstyledButton>
        )}
      />
      <CloseButton size="sm" aria-label={`Remove filter: ${sentence}`} onClick={onRemove} />
      {fault !== undefined && (
        <span className={classes.fault} role="alert">
          Not applied: {withLabels(fault, filterFields(type, schema))}
        </span>
      )}
    </span>
  );
}

/** Names the fields of a message of the server as the page does. */
function withLabels(message: string, fields: readonly Field[]): string {
  return fields.reduce(
    (text, { name, label }) => text.replaceAll(`"${name}"`, `“${label}”`),
    message,
  );
}
