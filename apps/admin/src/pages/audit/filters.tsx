import { Button, Select, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { TYPE_KEYS, typeNames } from "../../object-types.ts";
import { SURFACES, type Surface } from "../../surfaces.ts";
import classes from "./audit.module.css";
import type { FiltersProps } from "./filters-props.ts";
import { isFiltered, UNFILTERED } from "./search.ts";
import { TimeFilter } from "./time-filter.tsx";
import { useActors } from "./use-actors.ts";

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
          data={TYPE_KEYS.map((type) => ({ value: type, label: typeNames(type).label }))}
          value={search.type ?? null}
          onChange={(type) =>
            onChange({ type: TYPE_KEYS.find((one) => one === type), subject: undefined })
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
