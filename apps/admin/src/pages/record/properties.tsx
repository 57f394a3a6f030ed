import { Button, CloseButton, Kbd, TextInput, Title, UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconChevronDown, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { objectType } from "../../object-types.ts";
import { groupByHeading, laidOut } from "../../property/groups.ts";
import type { PropertyDefinition } from "../../property/property-types.ts";
import { type RecordParts, useRecordSearch } from "../../records/record-model.ts";
import { useMay } from "../../session.ts";
import { usePageKeys } from "../../ui/keyboard.ts";
import { Panel } from "../../ui/pages/panel.tsx";
import { useHint } from "../../ui/use-hint.ts";
import { formatNumber } from "../../ui/values/format.ts";
import classes from "./properties.module.css";
import { PropertyRow } from "./property-row.tsx";

/** The record's properties, edited in place; those with a value first. */
export function Properties(parts: RecordParts) {
  const { record, schema } = parts;
  const { type } = parts.recordKey;
  const [search, change] = useRecordSearch();
  const may = useMay("admin");
  const [isHintNeeded] = useHint("edit");
  const { layout, nameProperties } = objectType(type);
  const all = laidOut(schema.properties, layout);
  // A property keeps its place if it gets or loses its value, until the page is reopened.
  const [first] = useState(() => new Set(all.filter(isKept).map(({ name }) => name)));
  const [naming = []] = nameProperties;
  const displayRank = ({ name }: PropertyDefinition) =>
    naming.includes(name) ? 2 : Number(first.has(name));
  // Without an order of the project, those with a value come first, and before them what names the record.
  const ordered =
    layout?.properties === undefined
      ? all.toSorted((a, b) => displayRank(b) - displayRank(a))
      : all;
  const find = search.find ?? "";
  const isOpen = search.all === true || find !== "";
  const shown = ordered
    .filter((property) => isOpen || first.has(property.name) || isKept(property))
    .filter(matches);
  const hidden = all.length - shown.length;
  const input = useRef<HTMLInputElement>(null);
  const values = useRef<HTMLDivElement>(null);
  usePageKeys([["/", () => input.current?.focus()]]);

  function hasValue({ name }: PropertyDefinition): boolean {
    return (record.properties[name] ?? null) !== null;
  }
  function isKept(property: PropertyDefinition): boolean {
    const hidden = layout?.hiddenIfEmpty;
    return hasValue(property) || (hidden !== undefined && !hidden.includes(property.name));
  }
  function matches({ name, label }: PropertyDefinition): boolean {
    return `${label}\n${name}`.toLowerCase().includes(find.trim().toLowerCase());
  }
  return (
    <Panel
      title="Properties"
      lead={
        may
          ? isHintNeeded && "Select a value to edit it. Enter saves, Esc cancels."
          : "Your role is read-only, so values cannot be edited."
      }
    >
      <TextInput
        ref={input}
        type="search"
        aria-label="Find a property"
        placeholder="Find a property"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          find === "" ? (
            <Kbd size="xs" aria-hidden visibleFrom="xs">
              /
            </Kbd>
          ) : (
            <CloseButton
              size="sm"
              aria-label="Clear the search"
              onClick={() => change({ find: undefined }, true)}
            />
          )
        }
        value={find}
        onChange={(event) => change({ find: event.currentTarget.value || undefined }, true)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          values.current?.querySelector<HTMLElement>("dd > button")?.click();
        }}
      />
      <div ref={values}>
        {groupByHeading(shown, layout?.groups).map(({ heading, properties }) => (
          <Section key={heading ?? ""} {...{ type, heading }} isFound={find !== ""}>
            <dl className={classes.list}>
              {properties.map((definition) => (
                <PropertyRow key={definition.name} {...parts} definition={definition} />
              ))}
            </dl>
          </Section>
        ))}
        <div role="status">
          {shown.length === 0 &&
            (find === "" ? "No property has a value." : "No property matches.")}
        </div>
      </div>
      {find === "" && (search.all || hidden > 0) && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.more}
          aria-expanded={search.all === true}
          onClick={() => change({ all: search.all ? undefined : true }, true)}
        >
          {search.all
            ? "Show only properties with a value"
            : `Show all properties (${formatNumber(hidden)} more)`}
        </Button>
      )}
    </Panel>
  );
}

interface SectionProps {
  readonly type: string;
  readonly heading: string | undefined;
  /** Whether a search shows only what it found, which is never closed. */
  readonly isFound: boolean;
  readonly children: ReactNode;
}

/** Properties below their heading, which closes them. This browser remembers it for the type. */
function Section({ type, heading, isFound, children }: SectionProps) {
  const key = `rapport-closed-${type}-${heading}`;
  const [isClosed, setClosed] = useLocalStorage({
    key,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const id = useId();
  if (heading === undefined) return <section>{children}</section>;
  const isOpen = isFound || !isClosed;
  return (
    <section aria-label={heading}>
      <Title order={3} className={classes.heading}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setClosed(isOpen)}
        >
          {heading}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Title>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
