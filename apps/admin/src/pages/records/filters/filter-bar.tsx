import { Button } from "@mantine/core";
import { IconFilter, IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import type { Schema } from "../../../property/use-schema.ts";
import { type Filter, type FilterGroups, MAX_FILTERS, MAX_GROUPS } from "../search.ts";
import classes from "./filter-bar.module.css";
import { FilterChip } from "./filter-chip.tsx";
import { FilterEditor } from "./filter-editor.tsx";
import { filterKey } from "./server-filters.ts";
import { useAssociatedNames } from "./use-associated-names.ts";

interface FilterBarProps {
  readonly type: string;
  readonly schema: Schema;
  readonly groups: FilterGroups;
  /** What is wrong with filters, by their key. */
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (groups: FilterGroups) => void;
}

/** The filters of the table as chips to edit or remove, in groups, and the buttons that add some. */
export function FilterBar({ type, schema, groups, faults, onChange }: FilterBarProps) {
  const addButton = useRef<HTMLButtonElement>(null);
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
        {...{ type, schema, filter, names }}
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
  return (
    <>
      <FilterEditor
        {...{ type, schema }}
        pipeline={onlyPipeline(first)}
        onSave={(filter) => onChange([[...first, filter], ...others])}
        target={(toggle) => (
          <Button
            ref={addButton}
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            // A disabled button would not take the focus of the last filter that fits.
            aria-disabled={isFull}
            onClick={isFull ? undefined : toggle}
            {...(isFull && { "data-disabled": true })}
          >
            Filter
          </Button>
        )}
      />
      {chips(first, 0)}
      {others.map((group, i) => (
        <fieldset key={i} className={classes.group} aria-label={`Alternative ${i + 1}`}>
          <span className={classes.or}>or</span>
          {chips(group, i + 1)}
          <FilterEditor
            {...{ type, schema }}
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
      {all.length > 0 && groups.length < MAX_GROUPS && (
        <FilterEditor
          {...{ type, schema }}
          pipeline={undefined}
          onSave={(filter) => onChange([...groups, [filter]])}
          target={(toggle) => (
            <Button variant="subtle" size="compact-sm" h={36} disabled={isFull} onClick={toggle}>
              Or …
            </Button>
          )}
        />
      )}
    </>
  );
}

/** Returns the pipeline if a group is filtered by exactly one: then only its stages are offered. */
function onlyPipeline(filters: readonly Filter[]): string | undefined {
  const filter = filters.find(({ property }) => property === "pipeline");
  const values = filter?.values ?? (filter?.value === undefined ? [] : [filter.value]);
  return values.length === 1 ? String(values[0]) : undefined;
}
