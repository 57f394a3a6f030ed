import { Button, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "../../shell/use-project.ts";
import { labelFromName, languageName } from "../../ui/values/format.ts";
import { type TemplateFilters as Filters, MAX_CHARACTERS } from "./search.ts";
import classes from "./templates.module.css";

interface TemplateFiltersProps {
  readonly search: Filters;
  /** Called with the changed filters; undefined removes one. */
  readonly onChange: (change: Filters) => void;
}

/** The filters of the list. They offer the values that exist. */
export function TemplateFilters({ search, onChange }: TemplateFiltersProps) {
  const project = useProject();
  const { data: traits } = useQuery(project.templates.traits.queryOptions());
  const { name, language, status, category } = search;
  const isFiltered = [name, language, status, category].some((one) => one !== undefined);
  return (
    <search className={classes.filters} aria-label="Filter the templates">
      <NameFilter key={name ?? ""} value={name ?? ""} onChange={(name) => onChange({ name })} />
      <TraitFilter
        label="Language"
        values={traits?.languages}
        labelValue={languageName}
        value={language}
        onChange={(language) => onChange({ language })}
      />
      <TraitFilter
        label="Status"
        values={traits?.statuses}
        labelValue={labelFromName}
        value={status}
        onChange={(status) => onChange({ status })}
      />
      <TraitFilter
        label="Category"
        values={traits?.categories}
        labelValue={labelFromName}
        value={category}
        onChange={(category) => onChange({ category })}
      />
      {isFiltered && (
        <Button
          variant="subtle"
          px="xs"
          className={classes.clear}
          onClick={() => onChange(UNFILTERED)}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

const UNFILTERED: Filters = {
  name: undefined,
  language: undefined,
  status: undefined,
  category: undefined,
};

interface NameFilterProps {
  readonly value: string;
  readonly onChange: (name: string | undefined) => void;
}

function NameFilter({ value, onChange }: NameFilterProps) {
  const [text, setText] = useState(value);
  const apply = useDebouncedCallback((typed: string) => onChange(typed.trim() || undefined), 300);
  return (
    <TextInput
      label="Name"
      placeholder="Any part of it"
      leftSection={<IconSearch size={15} aria-hidden />}
      value={text}
      maxLength={MAX_CHARACTERS}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        apply(currentTarget.value);
      }}
    />
  );
}

interface TraitFilterProps {
  readonly label: string;
  readonly values: readonly string[] | undefined;
  /** Returns the label of a value. */
  readonly labelValue: (value: string) => string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function TraitFilter({ label, values = [], labelValue, value, onChange }: TraitFilterProps) {
  // The link may name a value that no longer exists.
  const data = value === undefined || values.includes(value) ? values : [value, ...values];
  return (
    <Select
      label={label}
      placeholder="Any"
      data={data.map((one) => ({ value: one, label: labelValue(one) }))}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      clearButtonProps={{ "aria-label": `Any ${label.toLowerCase()}` }}
    />
  );
}
