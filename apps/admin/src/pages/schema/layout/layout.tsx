import { Checkbox, Group, Stack, Text, Title } from "@mantine/core";
import { layoutIn, type TypeLayout } from "@rapport/model";
import { useState } from "react";
import { objectType, typeNames } from "../../../object-types.ts";
import { groupByHeading, laidOut } from "../../../property/groups.ts";
import { isRequired } from "../../../records/form/form-fields.ts";
import { useMay } from "../../../session.ts";
import { useProject } from "../../../shell/use-project.ts";
import { ChangeButton } from "../../../ui/dialogs/ask.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { ApiName } from "../names.tsx";
import listClasses from "../ordered-list.module.css";
import { OrderedList } from "../ordered-list.tsx";
import type { Property } from "../use-schema-search.ts";
import classes from "./layout.module.css";

/** Properties in the header of a record. */
const MAX_HEADER = 8;

interface LayoutProps {
  readonly type: string;
  readonly properties: readonly Property[];
}

/** How forms and pages of records arrange the properties of a type. Each change is saved at once. */
export function Layout({ type, properties }: LayoutProps) {
  const mayChange = useMay("admin");
  const { layout, change, reset } = useLayout(type);
  const shown = laidOut(properties, layout);
  const groups = groupByHeading(shown, layout?.groups);
  const headings = groups.flatMap(({ heading }) => heading ?? []);
  const { label, singular } = typeNames(type);
  const lists = layoutLists(type, properties, layout);
  const toggle = (list: keyof typeof lists, name: string, isIn: boolean) => {
    const others = lists[list].filter((one) => one !== name);
    change({ [list]: isIn ? [...others, name] : others });
  };
  const order = (group: readonly Property[], keys: readonly string[]) => {
    const moved = keys.values();
    const inGroup = new Set(group.map(({ name }) => name));
    change({
      properties: shown.map(({ name }) =>
        inGroup.has(name) ? (moved.next().value ?? name) : name,
      ),
    });
  };
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text c="dimmed" maw={560} flex="1 1 240px">
          The order of properties in forms and on the page of {label.toLowerCase()}, and where they
          appear. Headings come from the group of a property. Changes are saved at once, for
          everyone.
        </Text>
        {mayChange && layout !== null && (
          <ChangeButton
            {...reset}
            done="Layout reset."
            asks={{
              title: "Reset the layout?",
              action: "Reset to default",
              children: `Forms and pages of ${label.toLowerCase()} show their properties as in a new project, for everyone.`,
            }}
          >
            Reset to default
          </ChangeButton>
        )}
      </Group>
      {headings.length > 1 && (
        <section aria-label="Headings">
          <Title order={2} size="h3" mb="xs">
            Headings
          </Title>
          <OrderedList
            label="Headings"
            noun="heading"
            items={headings}
            itemKey={(heading) => heading}
            itemLabel={(heading) => heading}
            mayChange={mayChange}
            onOrder={(keys) => change({ groups: [...keys] })}
          >
            {(heading) => <span className={listClasses.names}>{heading}</span>}
          </OrderedList>
        </section>
      )}
      {groups.map(({ heading = "Without a heading", properties: group }) => (
        <section key={heading} aria-label={heading}>
          <div className={classes.head}>
            <Title order={2} size="h3">
              {headings.length === 0 ? "Properties" : heading}
            </Title>
            <div className={classes.columns} aria-hidden>
              {Object.values(COLUMNS).map((column) => (
                <span key={column}>{column}</span>
              ))}
            </div>
          </div>
          <OrderedList
            label={`Properties: ${heading}`}
            noun="property"
            items={group}
            itemKey={({ name }) => name}
            itemLabel={({ label }) => label}
            mayChange={mayChange}
            onOrder={(keys) => order(group, keys)}
          >
            {({ name, label, readOnly }) => (
              <>
                <span className={listClasses.names}>
                  <span>{label}</span>
                  <ApiName name={name} />
                </span>
                <span className={classes.checks}>
                  {(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map((list) => {
                    const isIn = lists[list].includes(name);
                    const isFixed = list === "form" && (readOnly || isRequired(type, name));
                    const isFull = list === "header" && lists.header.length >= MAX_HEADER;
                    return (
                      <Checkbox
                        key={list}
                        className={classes.check ?? ""}
                        label={COLUMNS[list]}
                        aria-label={`${label}: ${COLUMNS[list].toLowerCase()}`}
                        checked={isFixed ? !readOnly : isIn}
                        disabled={!mayChange || isFixed || (isFull && !isIn)}
                        onChange={(event) => toggle(list, name, event.currentTarget.checked)}
                      />
                    );
                  })}
                </span>
              </>
            )}
          </OrderedList>
        </section>
      ))}
      <Text c="dimmed" fz="xs">
        A form of a {singular.toLowerCase()} always shows what is required. The header of a record
        takes {MAX_HEADER} properties.
      </Text>
    </Stack>
  );
}

const COLUMNS = { form: "In form", header: "In header", hiddenIfEmpty: "Hide if empty" } as const;

/** Returns the three lists of a layout. A list that the layout omits gets its default. */
function layoutLists(type: string, properties: readonly Property[], layout: TypeLayout | null) {
  const names = properties.map(({ name }) => name);
  return {
    form: layout?.form ?? objectType(type).form,
    header: layout?.header ?? [],
    hiddenIfEmpty: layout?.hiddenIfEmpty ?? names,
  };
}

/** Returns the layout as the admin has it, before the server has answered. */
function useLayout(type: string) {
  const of = useProject().schema.updateType;
  const { layout: saved } = objectType(type);
  const [draft, setDraft] = useState<TypeLayout | null>();
  const save = useChange(
    { ...of.mutationOptions(), scope: { id: `layout ${type}` } },
    { failed: "The layout was not saved" },
  );
  const layout = draft === undefined ? saved : draft;
  return {
    layout,
    change: (lists: TypeLayout) => {
      const next = layoutIn({ ...layout, ...lists });
      setDraft(next);
      save.mutate(
        { type, settings: { layout: next as never } },
        { onError: () => setDraft(undefined) },
      );
    },
    reset: {
      of,
      input: { type, settings: { layout: null } },
      onDone: () => setDraft(undefined),
    },
  };
}
