import { Button, Select, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SURFACES, type Surface } from "../../actors.ts";
import { api } from "../../api.ts";
import { typeKeys, typeNames } from "../../object-types.ts";
import { useProject } from "../../shell/use-project.ts";
import { MomentFilter } from "../../ui/tables/filter-grid.tsx";
import classes from "./audit.module.css";
import {
  type AuditSearch,
  DEFAULT_RANGE,
  isFiltered,
  RANGES,
  type Range,
  UNFILTERED,
} from "./search.ts";

interface FiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (change: AuditSearch) => void;
}

/** The filters of the log. */
export function Filters({ search, onChange }: FiltersProps) {
  const actors = useActors(search);
  const isOfProject = search.scope === undefined;
  return (
    <search className={classes.filters} aria-label="Filter the log">
      <Select
        label="Who"
        placeholder="Anyone"
        data={actors}
        value={search.actor ?? null}
        onChange={(actor) => onChange({ actor: actor ?? undefined })}
        searchable
        clearable
        nothingFoundMessage="No actor matches"
      />
      <Select
        label="Through"
        placeholder="Anything"
        data={Object.entries(SURFACES).map(([value, label]) => ({ value, label }))}
        value={search.surface ?? null}
        onChange={(surface) => onChange({ surface: (surface ?? undefined) as Surface | undefined })}
        clearable
      />
      {isOfProject && (
        <Select
          label="Record type"
          placeholder="Any"
          data={typeKeys().map((type) => ({ value: type, label: typeNames(type).label }))}
          value={search.type ?? null}
          onChange={(type) =>
            onChange({ type: typeKeys().find((one) => one === type), subject: undefined })
          }
          clearable
        />
      )}
      <ObjectFilter
        key={`${search.record} ${search.subject}`}
        search={search}
        onChange={onChange}
      />
      <TimeFilter search={search} onChange={onChange} />
      <Switch
        label="Only people"
        className={classes.people}
        checked={search.surface === PEOPLE}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ surface: checked ? PEOPLE : undefined })
        }
      />
      {isFiltered(search) && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange(UNFILTERED)}
          className={classes.clear}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

interface Group {
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
}

/** Returns the actors to filter by: admins, the project's clients and keys, and the actor in the URL. */
function useActors({ scope, actor }: AuditSearch): Group[] {
  const project = useProject();
  const ofProject = { enabled: scope === undefined };
  const ofTenant = { enabled: scope !== "installation" };
  const colleagues = useQuery(project.access.members.colleagues.queryOptions(undefined, ofTenant));
  const everyone = useQuery(
    api.access.admins.list.queryOptions(undefined, { enabled: scope === "installation" }),
  );
  const admins = scope === "installation" ? everyone : colleagues;
  const clients = useQuery(project.access.clients.list.queryOptions(undefined, ofProject));
  const keys = useQuery(project.access.keys.list.queryOptions(undefined, ofProject));
  const groups: Group[] = [
    {
      group: "Admins",
      items: (admins.data ?? []).map(({ id, email }) => ({ value: `admin:${id}`, label: email })),
    },
    {
      group: "OAuth clients",
      items: (clients.data ?? []).map(({ id, name }) => ({ value: `client:${id}`, label: name })),
    },
    {
      group: "API keys",
      items: (keys.data ?? []).map(({ id, name }) => ({ value: `key:${id}`, label: name })),
    },
  ];
  const isKnown = groups.some(({ items }) => items.some(({ value }) => value === actor));
  const other = actor === undefined || isKnown ? [] : [{ value: actor, label: actor }];
  return [...groups, { group: "Others", items: other }].filter(({ items }) => items.length > 0);
}

function TimeFilter({ search, onChange }: FiltersProps) {
  const { from, to } = search;
  const isCustom = from !== undefined || to !== undefined;
  return (
    <>
      <Select
        label="When"
        data={[
          ...Object.entries(RANGES).map(([value, { label }]) => ({ value, label })),
          { value: "custom", label: "Custom range" },
        ]}
        value={isCustom ? "custom" : (search.range ?? DEFAULT_RANGE)}
        onChange={(value) =>
          onChange(value === "custom" ? { range: undefined, from: monthAgo() } : readRange(value))
        }
        allowDeselect={false}
      />
      {isCustom && <MomentFilter from={from} to={to} onChange={onChange} />}
    </>
  );
}

function readRange(value: string | null) {
  const range = value === DEFAULT_RANGE ? undefined : (value as Range);
  return { range, from: undefined, to: undefined };
}

function monthAgo(): string {
  const at = new Date();
  at.setDate(at.getDate() - 30);
  at.setHours(0, 0, 0, 0);
  return at.toISOString();
}

/** People work through the admin app; everything else are programs. */
const PEOPLE = "admin";

/** A number is a record id; other text is the subject of an admin's action. */
function ObjectFilter({ search, onChange }: FiltersProps) {
  const given = String(search.record ?? search.subject ?? "");
  const [text, setText] = useState(given);
  const apply = () => {
    const wanted = text.trim();
    if (wanted === given) return;
    const isRecord = /^[1-9]\d{0,14}$/.test(wanted) && search.scope === undefined;
    onChange({
      record: isRecord ? Number(wanted) : undefined,
      subject: isRecord ? undefined : wanted || undefined,
      ...(isRecord || wanted === "" ? {} : { type: undefined }),
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        label="Object"
        placeholder={search.scope === undefined ? "Record id, or client:rpc…" : "client:rpc…"}
        value={text}
        maxLength={255}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={apply}
      />
    </form>
  );
}
