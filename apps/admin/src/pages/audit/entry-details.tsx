import { Code, Group, Stack, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { SURFACES } from "../../actors.ts";
import { typeNames } from "../../object-types.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { ScrollFrame } from "../../ui/pages/page.tsx";
import { formatMoment, labelFromName } from "../../ui/values/format.ts";
import { FIGURES } from "../../ui/values/sync-result.tsx";
import classes from "./audit.module.css";
import { isType } from "./links.tsx";
import { type AuditSearch, type Entry, entryActor } from "./search.ts";
import type { Labels } from "./sentence.tsx";
import { wholeValue } from "./words.ts";

interface EntryDetailsProps {
  readonly entry: Entry;
  readonly labels: Labels;
}

/** The details of an entry, with links to similar entries. */
export function EntryDetails({ entry, labels }: EntryDetailsProps) {
  const { subject, changes, details } = entry;
  const given = flat(details).filter(([name]) => name !== "projectId");
  return (
    <Stack gap="sm" className={classes.details}>
      {changes.length > 0 && <Changes entry={entry} labels={labels} />}
      {given.length > 0 && <Given given={given} />}
      <dl className={classes.facts}>
        <Fact name="When">{formatMoment(entry.at)}</Fact>
        <Fact name="Through">{SURFACES[entry.surface]}</Fact>
        <Fact name="Object">
          {kindLabel(subject.kind)}
          {subject.id !== null && (
            <>
              {" "}
              <Code>{subject.id}</Code>
            </>
          )}
          {subject.isDeleted && " (in the bin)"}
        </Fact>
      </dl>
      <Group gap="xs">
        <Narrow to={{ actor: entryActor(entry) }}>Only by this actor</Narrow>
        <Narrow to={subjectSearch(entry)}>Only this object</Narrow>
      </Group>
    </Stack>
  );
}

function Changes({ entry, labels }: EntryDetailsProps) {
  return (
    <ScrollFrame className={classes.changes} aria-label="Changed properties">
      <Table verticalSpacing={4} layout="fixed" miw={290}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Property</Table.Th>
            <Table.Th scope="col">From</Table.Th>
            <Table.Th scope="col">To</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entry.changes.map(({ property, from, to }) => (
            <Table.Tr key={property}>
              <Table.Th scope="row" title={property}>
                {labels.property(entry.subject.kind, property)}
              </Table.Th>
              <Table.Td className={classes.value}>
                {labels.value(entry.subject.kind, property, from)}
              </Table.Td>
              <Table.Td className={classes.value}>
                {labels.value(entry.subject.kind, property, to)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  );
}

/** Labels of fields whose names are not in plain words. */
const LABELS: ReadonlyMap<string, string> = new Map(FIGURES);

function Given({ given }: { readonly given: readonly (readonly [string, unknown])[] }) {
  return (
    <dl className={classes.facts} aria-label="Input">
      {given.map(([name, value]) => (
        <Fact key={name} name={LABELS.get(name) ?? labelFromName(name)}>
          <span className={classes.value}>{wholeValue(value)}</span>
        </Fact>
      ))}
    </dl>
  );
}

/** Nested fields are listed next to their siblings: `settings.label`. */
function flat(details: object): readonly (readonly [string, unknown])[] {
  return Object.entries(details).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? flat(value).map(([inner, one]) => [`${name}.${inner}`, one] as const)
      : [[name, value] as const],
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" fz="xs" c="dimmed">
        {name}
      </Text>
      <dd>{children}</dd>
    </div>
  );
}

/** Kinds of objects whose names the pages do not use. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ client: "OAuth client", key: "API key", change: "Bulk change" },
  ...{ endpoint: "Webhook endpoint", delivery: "Webhook delivery", template: "Message template" },
};

function kindLabel(kind: string): string {
  return isType(kind) ? typeNames(kind).singular : (KINDS[kind] ?? labelFromName(kind));
}

function Narrow({ to, children }: { readonly to: AuditSearch; readonly children: ReactNode }) {
  return (
    <ButtonLink
      size="compact-sm"
      variant="default"
      from="/p/$projectId/audit"
      to="."
      search={({ scope, range, from, to: until }) => ({
        ...(scope && { scope }),
        ...(range && { range }),
        ...(from && { from }),
        ...(until && { to: until }),
        ...to,
      })}
    >
      {children}
    </ButtonLink>
  );
}

function subjectSearch({ subject }: Entry): AuditSearch {
  if (isType(subject.kind)) return { type: subject.kind, record: Number(subject.id) };
  return { subject: subject.id === null ? subject.kind : `${subject.kind}:${subject.id}` };
}
