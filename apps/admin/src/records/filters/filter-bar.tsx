import { Button, CloseButton, Popover, UnstyledButton } from "@mantine/core";
import { IconFilter, IconPlus } from "@tabler/icons-react";
import { Fragment, type KeyboardEvent, type ReactElement, type RefObject, useState } from "react";
import type { Schema } from "../../property/use-schema.ts";
import { hasOpenList } from "../../ui/keyboard.ts";
import { Chip } from "../../ui/values/chip.tsx";
import { type Field, filterFields } from "../fields.ts";
import { type Filter, type FilterGroups, MAX_FILTERS, MAX_GROUPS } from "../search.ts";
import classes from "./filter-bar.module.css";
import { FilterForm } from "./filter-form.tsx";
import { filterSentence, type Sentence, sentenceText } from "./operators.ts";
import { filterKey } from "./server-filters.ts";
import { useAssociatedNames } from "./use-associated-names.ts";

interface FilterBarProps {
  readonly schema: Schema;
  readonly groups: FilterGroups;
  /** What is wrong with filters, by their key. */
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (groups: FilterGroups) => void;
  /** The button that adds a filter. */
  readonly addButton: RefObject<HTMLButtonElement | null>;
}

/** The button that adds a filter to the first group. */
export function FilterButton(props: Omit<FilterBarProps, "faults">) {
  const { schema, groups, onChange, addButton } = props;
  const isFull = groups.flat().length >= MAX_FILTERS;
  const [first = [], ...others] = groups;
  return (
    <FilterEditor
      schema={schema}
      pipeline={onlyPipeline(first)}
      onSave={(filter) => onChange([[...first, filter], ...others])}
      target={(toggle) => (
        <Button
          ref={addButton}
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          classNames={{
            root: classes.filterButton ?? "",
            section: classes.filterIcon ?? "",
            label: classes.filterLabel ?? "",
          }}
          // A disabled button would not take the focus of the last filter that fits.
          aria-disabled={isFull}
          onClick={isFull ? undefined : toggle}
          {...(isFull && { "data-disabled": true })}
        >
          Filter
        </Button>
      )}
    />
  );
}

/** The filters of the table as chips to edit or remove, in groups, and the buttons that add more. */
export function FilterBar(props: FilterBarProps) {
  const { schema, groups, faults, onChange, addButton } = props;
  const all = groups.flat();
  const names = useAssociatedNames(all);
  const isFull = all.length >= MAX_FILTERS;
  const [first = [], ...others] = groups;
  const withGroup = (at: number, group: readonly Filter[]) =>
    onChange(groups.map((one, i) => (i === at ? group : one)).filter(({ length }) => length > 0));
  const chips = (group: readonly Filter[], g: number) =>
    group.map((filter, i) => (
      <FilterChip
        key={filterKey(g, i)}
        {...{ schema, filter, names }}
        pipeline={onlyPipeline(group)}
        fault={faults.get(filterKey(g, i))}
        onChange={(changed) =>
          withGroup(
            g,
            group.map((one, at) => (at === i ? changed : one)),
          )
        }
        onRemove={() => {
          withGroup(
            g,
            group.filter((_, at) => at !== i),
          );
          // The button with the focus goes with the chip.
          addButton.current?.focus();
        }}
      />
    ));
  if (all.length === 0) return null;
  return (
    <div className={classes.bar}>
      {chips(first, 0)}
      {others.map((group, i) => (
        <fieldset key={i} className={classes.group} aria-label={`Alternative ${i + 1}`}>
          <span className={classes.or}>or</span>
          {chips(group, i + 1)}
          <FilterEditor
            schema={schema}
            pipeline={onlyPipeline(group)}
            onSave={(filter) => withGroup(i + 1, [...group, filter])}
            target={(toggle) => (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Add a filter to alternative ${i + 1}`}
                disabled={isFull}
                onClick={toggle}
              >
                <IconPlus size={15} aria-hidden />
              </Button>
            )}
          />
        </fieldset>
      ))}
      {groups.length < MAX_GROUPS && (
        <FilterEditor
          schema={schema}
          pipeline={undefined}
          onSave={(filter) => onChange([...groups, [filter]])}
          target={(toggle) => (
            <Button variant="subtle" size="compact-sm" h={32} disabled={isFull} onClick={toggle}>
              Or …
            </Button>
          )}
        />
      )}
    </div>
  );
}

interface FilterChipProps {
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
function FilterChip(props: FilterChipProps) {
  const { schema, filter, pipeline, names, fault, onChange, onRemove } = props;
  const parts = filterSentence(filter, schema, names);
  const sentence = sentenceText(parts);
  return (
    <span className={classes.chip} data-faulty={fault !== undefined}>
      <FilterEditor
        {...{ schema, pipeline, filter }}
        onSave={onChange}
        target={(toggle) => (
          <UnstyledButton
            className={classes.sentence}
            aria-label={`Change filter: ${sentence}`}
            onClick={toggle}
          >
            {parts.label} {parts.words} <FilterValues {...parts} />
          </UnstyledButton>
        )}
      />
      <CloseButton size="sm" aria-label={`Remove filter: ${sentence}`} onClick={onRemove} />
      {fault !== undefined && (
        <span className={classes.fault} role="alert">
          Not applied: {withLabels(fault, filterFields(schema))}
        </span>
      )}
    </span>
  );
}

/** The values of a filter, options and stages in their colours. */
export function FilterValues({ values, joint }: Pick<Sentence, "values" | "joint">) {
  return (
    <>
      {values.map(({ label, color }, i) => (
        <Fragment key={i}>
          {i > 0 && joint}
          {color === undefined ? label : <Chip color={color}>{label}</Chip>}
        </Fragment>
      ))}
    </>
  );
}

interface FilterEditorProps {
  readonly schema: Schema;
  readonly pipeline: string | undefined;
  readonly filter?: Filter;
  readonly onSave: (filter: Filter) => void;
  /** False if the target is no button. */
  readonly withRoles?: boolean;
  /** The button that toggles the editor. */
  readonly target: (toggle: () => void) => ReactElement;
}

/** A button whose popover edits a filter. */
export function FilterEditor({ onSave, target, withRoles = true, ...form }: FilterEditorProps) {
  const [opened, setOpened] = useState(false);
  const save = (filter: Filter) => {
    setOpened(false);
    onSave(filter);
  };
  const closeOnEscape = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    // The popover would close before the list.
    if (key === "Escape" && !hasOpenList(currentTarget)) setOpened(false);
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
      withRoles={withRoles}
      closeOnEscape={false}
    >
      <Popover.Target>{target(() => setOpened((before) => !before))}</Popover.Target>
      <Popover.Dropdown onKeyDownCapture={closeOnEscape}>
        <FilterForm {...form} onSave={save} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Names the fields of a message of the server as the page does. */
function withLabels(message: string, fields: readonly Field[]): string {
  return fields.reduce(
    (text, { name, label }) => text.replaceAll(`"${name}"`, `“${label}”`),
    message,
  );
}

/** Returns the pipeline if a group is filtered by exactly one: then only its stages are offered. */
function onlyPipeline(filters: readonly Filter[]): string | undefined {
  const filter = filters.find(({ property }) => property === "pipeline");
  const values = filter?.values ?? (filter?.value === undefined ? [] : [filter.value]);
  return values.length === 1 ? String(values[0]) : undefined;
}
