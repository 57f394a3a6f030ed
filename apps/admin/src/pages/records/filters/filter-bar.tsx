import { Button, CloseButton, Popover, UnstyledButton } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { ObjectType } from "../../../object-types.ts";
import type { Schema } from "../../../property/use-schema.ts";
import { type Field, filterFields } from "../fields.ts";
import { type Filter, MAX_FILTERS } from "../search.ts";
import classes from "./filter-bar.module.css";
import { FilterForm } from "./filter-form.tsx";
import { sentenceOf } from "./operators.ts";
import { useAssociatedNames } from "./use-associated-names.ts";

interface FilterBarProps {
  readonly type: ObjectType;
  readonly schema: Schema;
  readonly filters: readonly Filter[];
  /** What is wrong with filters, by their index. */
  readonly faults: ReadonlyMap<number, string>;
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** The filters of the table as chips to edit or remove, and the button that adds one. */
export function FilterBar({ type, schema, filters, faults, onChange }: FilterBarProps) {
  const pipeline = onlyPipeline(filters);
  const editor = { type, schema, pipeline };
  const names = useAssociatedNames(filters);
  return (
    <>
      <Editor
        {...editor}
        onSave={(filter) => onChange([...filters, filter])}
        target={(toggle) => (
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            disabled={filters.length >= MAX_FILTERS}
            onClick={toggle}
          >
            Filter
          </Button>
        )}
      />
      {filters.map((filter, i) => {
        const sentence = sentenceOf(filter, type, schema, names);
        const fault = faults.get(i);
        return (
          <span key={i} className={classes.chip} data-faulty={fault !== undefined}>
            <Editor
              {...editor}
              filter={filter}
              onSave={(changed) => onChange(filters.map((one, at) => (at === i ? changed : one)))}
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
            <CloseButton
              size="sm"
              aria-label={`Remove filter: ${sentence}`}
              onClick={() => onChange(filters.filter((_, at) => at !== i))}
            />
            {fault !== undefined && (
              <span className={classes.fault} role="alert">
                Not applied: {withLabels(fault, filterFields(type, schema))}
              </span>
            )}
          </span>
        );
      })}
    </>
  );
}

/** Names the fields of a message of the server as the page does. */
function withLabels(message: string, fields: readonly Field[]): string {
  return fields.reduce(
    (text, { name, label }) => text.replaceAll(`"${name}"`, `“${label}”`),
    message,
  );
}

interface EditorProps {
  readonly type: ObjectType;
  readonly schema: Schema;
  readonly pipeline: string | undefined;
  readonly filter?: Filter;
  readonly onSave: (filter: Filter) => void;
  /** The button that toggles the editor. */
  readonly target: (toggle: () => void) => ReactElement;
}

function Editor({ onSave, target, ...form }: EditorProps) {
  const [opened, setOpened] = useState(false);
  const save = (filter: Filter) => {
    setOpened(false);
    onSave(filter);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={300}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{target(() => setOpened((before) => !before))}</Popover.Target>
      <Popover.Dropdown>
        <FilterForm {...form} onSave={save} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns the pipeline if the table is filtered by exactly one: then only its stages are offered. */
function onlyPipeline(filters: readonly Filter[]): string | undefined {
  const filter = filters.find(({ property }) => property === "pipeline");
  const values = filter?.values ?? (filter?.value === undefined ? [] : [filter.value]);
  return values.length === 1 ? String(values[0]) : undefined;
}
