import { Button, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import classes from "../../ui/filter-grid.module.css";
import { MomentInput } from "../../ui/moment-input.tsx";
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
    <search className={classes.filters} aria-label="Filter the requests">
      <Select
        label="Credential"
        placeholder="Any"
        data={credentials}
        value={search.credential ?? null}
        onChange={(credential) => onChange({ credential: credential ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Any credential" }}
        nothingFoundMessage="No credential matches"
      />
      <Select
        label="Result"
        placeholder="Any"
        data={Object.entries(OUTCOMES).map(([value, label]) => ({ value, label }))}
        value={search.outcome ?? null}
        onChange={(outcome) => onChange({ outcome: (outcome ?? undefined) as Outcome })}
        clearable
        clearButtonProps={{ "aria-label": "Any result" }}
      />
      <Select
        label="Method"
        placeholder="Any"
        data={[...METHODS]}
        value={search.method ?? null}
        onChange={(method) => onChange({ method: (method ?? undefined) as Method })}
        clearable
        clearButtonProps={{ "aria-label": "Any method" }}
      />
      <RouteInput
        value={search.route ?? ""}
        onChange={(route) => onChange({ route: route === "" ? undefined : route }, true)}
      />
      <div className={classes.moment}>
        <MomentInput label="From" value={search.from} onChange={(from) => onChange({ from })} />
      </div>
      <div className={classes.moment}>
        <MomentInput label="Until" value={search.to} onChange={(to) => onChange({ to })} />
      </div>
      {Object.keys(search).length > 0 && (
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
  const projectId = useProjectId();
  const clients = useQuery(api.access.clients.list.queryOptions({ projectId }));
  const keys = useQuery(api.access.keys.list.queryOptions({ projectId }));
  const known = [
    ...(clients.data ?? []).map(({ id, name }) => ({ value: `client:${id}`, label: name })),
    ...(keys.data ?? []).map(({ id, name }) => ({ value: `key:${id}`, label: name })),
  ];
  const isKnown = current === undefined || known.some(({ value }) => value === current);
  return isKnown ? known : [...known, { value: current, label: current }];
}
