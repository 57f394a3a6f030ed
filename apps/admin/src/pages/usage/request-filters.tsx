import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useProject } from "../../shell/use-project.ts";
import { AnySelect, FilterGrid, MomentFilter } from "../../ui/tables/filter-grid.tsx";
import {
  METHODS,
  type Method,
  OUTCOMES,
  type Outcome,
  type RequestsSearch,
  UNFILTERED,
} from "./search.ts";

interface RequestFiltersProps {
  readonly search: RequestsSearch;
  /** Called with the changed filters; undefined removes one. */
  readonly onChange: (change: RequestsSearch, replace?: boolean) => void;
}

/** The filters of the log of requests. */
export function RequestFilters({ search, onChange }: RequestFiltersProps) {
  const credentials = useCredentials(search.credential);
  return (
    <FilterGrid
      label="Filter the requests"
      isFiltered={Object.keys(search).length > 0}
      onClear={() => onChange(UNFILTERED)}
    >
      <AnySelect
        label="Credential"
        data={credentials}
        value={search.credential}
        onChange={(credential) => onChange({ credential })}
        searchable
      />
      <AnySelect
        label="Result"
        data={Object.entries(OUTCOMES).map(([value, label]) => ({ value, label }))}
        value={search.outcome}
        onChange={(outcome) => onChange({ outcome: outcome as Outcome | undefined })}
      />
      <AnySelect
        label="Method"
        data={[...METHODS]}
        value={search.method}
        onChange={(method) => onChange({ method: method as Method | undefined })}
      />
      <RouteInput
        value={search.route ?? ""}
        onChange={(route) => onChange({ route: route === "" ? undefined : route }, true)}
      />
      <MomentFilter from={search.from} to={search.to} onChange={onChange} />
    </FilterGrid>
  );
}

interface RouteInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function RouteInput({ value, onChange }: RouteInputProps) {
  const [text, setText] = useState(value);
  const changeLater = useDebouncedCallback(onChange, 300);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      label="Path contains"
      placeholder="/contacts"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        changeLater(currentTarget.value);
      }}
    />
  );
}

/** Returns the project's clients and keys, and the one in the address. */
function useCredentials(current: string | undefined) {
  const project = useProject();
  const clients = useQuery(project.access.clients.list.queryOptions());
  const keys = useQuery(project.access.keys.list.queryOptions());
  const known = [
    ...(clients.data ?? []).map(({ id, name }) => ({ value: `client:${id}`, label: name })),
    ...(keys.data ?? []).map(({ id, name }) => ({ value: `key:${id}`, label: name })),
  ];
  const isKnown = current === undefined || known.some(({ value }) => value === current);
  return isKnown ? known : [...known, { value: current, label: current }];
}
