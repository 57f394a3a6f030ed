import { ActionIcon, CloseButton, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconLayoutNavbarExpand } from "@tabler/icons-react";
import type { Schema } from "../../../property/use-schema.ts";
import { type Field, filterFields, nameProperty } from "../../../records/fields.ts";
import { FilterEditor, FilterValues } from "../../../records/filters/filter-bar.tsx";
import {
  filterSentence,
  listOperators,
  operatorLabel,
} from "../../../records/filters/operators.ts";
import { useAssociatedNames } from "../../../records/filters/use-associated-names.ts";
import { type Filter, MAX_FILTERS } from "../../../records/search.ts";
import { useTypedText } from "../../../records/use-typed-text.ts";
import type { PlacedColumn } from "./place-columns.ts";
import classes from "./table-head.module.css";

interface FilterRowProps {
  readonly schema: Schema;
  readonly placed: readonly PlacedColumn[];
  /** The filters that all records meet, or the first alternative of several. */
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** A control for each column below its header, which changes the filter of the column. */
export function FilterRow(props: FilterRowProps) {
  const { schema, placed } = props;
  const fields = filterFields(schema);
  const control = (wanted: string) => {
    const field = fields.find(({ name }) => name === wanted);
    return field && <ColumnFilter key={wanted} {...props} field={field} />;
  };
  return (
    <tr className={classes.row}>
      <td>{control(nameProperty(schema.name))}</td>
      {placed.map(({ field, left, isEdge }) => (
        <td
          key={field.name}
          data-pinned={left !== null}
          data-edge={isEdge}
          style={left === null ? {} : { left }}
        >
          {control(field.name)}
        </td>
      ))}
    </tr>
  );
}

interface ColumnFilterProps extends FilterRowProps {
  readonly field: Field;
}

function ColumnFilter({ schema, field, filters, onChange }: ColumnFilterProps) {
  const [operator] = listOperators(field, schema);
  const at = filters.findIndex(({ property }) => property === field.name);
  const filter = filters[at];
  const names = useAssociatedNames(filter === undefined ? [] : [filter]);
  const isFull = filter === undefined && filters.length >= MAX_FILTERS;
  if (operator === undefined || isFull) return null;
  const save = (next: Filter) =>
    onChange(filter === undefined ? [...filters, next] : filters.with(at, next));
  const clear = () => onChange(filters.toSpliced(at, 1));
  if (operator === "starts_with" && (filter === undefined || filter.operator === operator)) {
    return (
      <TextFilter
        field={field}
        value={filter === undefined ? undefined : String(filter.value)}
        onChange={(value) => {
          if (value !== undefined) save({ property: field.name, operator, value });
          else if (filter !== undefined) clear();
        }}
      />
    );
  }
  const sentence = filter && filterSentence(filter, schema, names);
  const said = sentence && [sentence.words, ...sentence.values.map(({ label }) => label)].join(" ");
  // Options and stages say enough by themselves.
  const isPlain = filter?.operator !== "in";
  return (
    <div className={classes.control} data-set={filter !== undefined}>
      <FilterEditor
        schema={schema}
        pipeline={undefined}
        filter={filter ?? { property: field.name, operator }}
        onSave={save}
        target={(toggle) => (
          <UnstyledButton
            className={classes.button}
            aria-label={`Filter ${field.label}: ${said ?? ANY}`}
            title={said}
            onClick={toggle}
          >
            {sentence === undefined ? (
              ANY
            ) : (
              <>
                {isPlain && `${sentence.words} `}
                <FilterValues {...sentence} />
              </>
            )}
          </UnstyledButton>
        )}
      />
      {filter !== undefined && (
        <CloseButton size="xs" aria-label={`Clear the filter of ${field.label}`} onClick={clear} />
      )}
    </div>
  );
}

/** What a control says without a filter. */
const ANY = "Any";

interface TextFilterProps {
  readonly field: Field;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Filters by the beginning of a text while it is typed. */
function TextFilter({ field, value, onChange }: TextFilterProps) {
  const { text, write } = useTypedText(value, onChange);
  const label = `${field.label} ${operatorLabel(field, "starts_with")}`;
  return (
    <TextInput
      size="xs"
      type="search"
      classNames={{ input: classes.input ?? "" }}
      aria-label={label}
      placeholder="Starts with"
      maxLength={255}
      value={text}
      rightSectionWidth={24}
      rightSection={
        text !== "" && (
          <CloseButton
            size="xs"
            aria-label={`Clear the filter of ${field.label}`}
            onClick={() => write("")}
          />
        )
      }
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}

/** Returns whether tables have a row of filters below their headers, which the browser remembers. */
export function useFilterRow() {
  const [isShown, setShown] = useLocalStorage({
    key: "rapport.filter-row",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return { isShown, onToggle: () => setShown((before) => !before) };
}

type FilterRowButtonProps = ReturnType<typeof useFilterRow>;

/** Shows and hides the row of filters. A phone has no room for it. */
export function FilterRowButton({ isShown, onToggle }: FilterRowButtonProps) {
  return (
    <Tooltip label="Narrow by column">
      <ActionIcon
        variant="default"
        size={36}
        visibleFrom="xs"
        aria-label="Narrow by column"
        aria-pressed={isShown}
        onClick={onToggle}
      >
        <IconLayoutNavbarExpand size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
