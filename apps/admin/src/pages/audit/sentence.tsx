import { Text } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { actorName } from "../../actors.ts";
import { api } from "../../api.ts";
import { typeKeys, typeNames, typeOfPlural } from "../../object-types.ts";
import { propertyChoices } from "../../property/choices.ts";
import { formatValue } from "../../property/property-value.tsx";
import { ATTACHMENT } from "../../records/record-model.ts";
import { counted, formatDay, labelFromName } from "../../ui/values/format.ts";
import { isType, Linked, linkToActor, linkToSubject } from "./links.tsx";
import { wordsOfRun } from "./runs.ts";
import type { Entry } from "./search.ts";
import { nameIn, sentenceParts, shortened, wholeValue, withinSentence } from "./words.ts";

interface SentenceProps {
  readonly entry: Entry;
  /** The project that links lead to. */
  readonly projectId: number;
  readonly labels: Labels;
}

/** An entry as a sentence: who did what. */
export function Sentence({ entry, projectId, labels }: SentenceProps) {
  const { actor } = entry;
  return (
    <>
      <Linked to={linkToActor(actor, projectId)}>
        {actor.kind === "system" ? actorName(actor) : actor.label}
      </Linked>{" "}
      {entry.run !== null ? (
        <Text span inherit fw={500}>
          {wordsOfRun(entry, entry.run.count)}
        </Text>
      ) : isType(entry.subject.kind) ? (
        <RecordChange entry={entry} projectId={projectId} labels={labels} />
      ) : (
        <AdminAction entry={entry} projectId={projectId} />
      )}
    </>
  );
}

/**
 * Names for the keys in log entries. A property that the schema no longer has is named by its key. While the schema loads,
 * names are guessed and values are shown as "…", because a stored value, such as a day in UTC, is not meant for readers.
 */
export interface Labels {
  readonly property: (type: string, name: string) => string;
  /** Returns a value of a property in full, such as the label of a stage. */
  readonly value: (type: string, name: string, value: unknown) => string;
}

/** The schema changes rarely. */
const STALE_AFTER_MS = 5 * 60_000;

/** Fetches the labels of the properties in the entries, and of their values. */
export function useLabels(entries: readonly Entry[], projectId: number): Labels {
  const types = typeKeys().filter((type) => entries.some(({ subject }) => subject.kind === type));
  const schemas = useQueries({
    queries: types.map((type) => ({
      ...api.schema.read.queryOptions({ projectId, type }),
      staleTime: STALE_AFTER_MS,
    })),
  });
  const loadedSchema = (type: string) => schemas[types.indexOf(type)]?.data;
  const isPending = (type: string) => schemas[types.indexOf(type)]?.isPending === true;
  const findDefinition = (type: string, property: string) =>
    loadedSchema(type)?.properties.find(({ name }) => name === property);

  function value(type: string, name: string, given: unknown): string {
    if (isPending(type)) return "…";
    const [schema, definition] = [loadedSchema(type), findDefinition(type, name)];
    if (Array.isArray(given)) return given.map((one) => value(type, name, one)).join(", ");
    const isValue = (typeof given === "string" && given !== "") || typeof given === "boolean";
    if (schema === undefined || definition === undefined || !isValue) return wholeValue(given);
    const choices = propertyChoices(definition, schema);
    return formatValue(definition, given, null, choices ?? undefined);
  }
  return {
    property: (type, name) =>
      findDefinition(type, name)?.label ??
      (name === ATTACHMENT ? "File" : isPending(type) ? labelFromName(name) : name),
    value,
  };
}

/** What the details of an admin's action may say. */
interface AdminDetails {
  readonly role?: unknown;
  readonly tenantId?: unknown;
  readonly type?: unknown;
  readonly changes?: unknown;
}

function AdminAction({ entry, projectId }: Omit<SentenceProps, "labels">) {
  const to = linkToSubject(entry.subject, projectId);
  const { data: tenants } = useQuery(api.tenants.list.queryOptions());
  const { kind, id: subjectId, label } = entry.subject;
  // The log knows a tenant by its number.
  const named = kind === "tenant" && tenants?.find(({ id }) => String(id) === subjectId)?.name;
  const given = nameIn(entry.details);
  const words = { subject: named || label, name: nameOfThing(entry.action, given) ?? label };
  const { role, tenantId, type, changes } = entry.details as AdminDetails;
  const tenant = tenants?.find(({ id }) => id === tenantId);
  const others = {
    role: labelFromName(String(role ?? "unknown")),
    tenant: tenant === undefined ? "a tenant" : `the tenant ${tenant.name}`,
    records:
      typeof type === "string" && isType(type) ? typeNames(type).label.toLowerCase() : "records",
    changes: counted(Number(changes ?? 0), "change"),
  };
  return sentenceParts(entry.action).map((part) =>
    "text" in part ? (
      <Fragment key={part.text}>{part.text}</Fragment>
    ) : part.place !== "subject" && part.place !== "name" ? (
      <Text key={part.place} span inherit fw={500}>
        {others[part.place]}
      </Text>
    ) : (
      <Linked key={part.place} to={to}>
        {words[part.place]}
      </Linked>
    ),
  );
}

/** Returns how a sentence calls what an action changed. The log does not know the names of private views. */
function nameOfThing(action: string, name: string | undefined): string | undefined {
  if (action.startsWith("views."))
    return name === undefined ? "a private view" : `the view ${name}`;
  const exported = action.startsWith("exports.") ? typeOfPlural(name ?? "") : undefined;
  if (exported !== undefined) return typeNames(exported).label.toLowerCase();
  return action.startsWith("currencies.") ? name && withDays(name) : name;
}

/** Formats the days in the name of a rate, such as `USD 0.92 from 2026-01-01`. */
function withDays(name: string): string {
  return name.replace(/\b\d{4}-\d\d-\d\d\b/g, formatDay);
}

function RecordChange({ entry, projectId, labels }: SentenceProps) {
  const { action, subject, other, changes } = entry;
  const record = <Named subject={subject} projectId={projectId} />;
  if (other !== null) {
    const [verb, preposition] = JOINING[action] ?? [action, "and"];
    return (
      <>
        {verb} {record} {preposition} <Named subject={other} projectId={projectId} />
      </>
    );
  }
  if (changes.length === 0) {
    return (
      <>
        {ACTIONS[action] ?? action} {record}
      </>
    );
  }
  const main =
    changes.length === 1 ? changes[0] : changes.find(({ property }) => property === "stage");
  if (main === undefined) {
    return (
      <>
        changed {changes.length} properties of {record}
      </>
    );
  }
  const others = changes.length - 1;
  const value = (one: unknown) => <Value>{labels.value(subject.kind, main.property, one)}</Value>;
  const [isFirst, isCleared] = [main.from === null, main.to === null];
  return (
    <>
      {isCleared ? "cleared" : isFirst ? "set" : "changed"} the{" "}
      {withinSentence(labels.property(subject.kind, main.property))} of {record}
      {!isFirst && (
        <>
          {isCleared ? ", which was " : " from "}
          {value(main.from)}
        </>
      )}
      {!isCleared && <> to {value(main.to)}</>}
      {others > 0 && `, and ${others} more ${others === 1 ? "property" : "properties"}`}
    </>
  );
}

interface NamedProps {
  readonly subject: Entry["subject"];
  readonly projectId: number;
}

/** A record's type and name. */
function Named({ subject, projectId }: NamedProps) {
  const { kind, label } = subject;
  return (
    <>
      {isType(kind) ? typeNames(kind).singular.toLowerCase() : kind}{" "}
      <Linked to={linkToSubject(subject, projectId)}>{label}</Linked>
    </>
  );
}

/** Words for an action on a record that is no change. */
const ACTIONS: Readonly<Record<string, string>> = {
  "records.export": "exported everything about",
};

/** Words before and after the record, for actions that concern two records. */
const JOINING: Readonly<Record<string, readonly [verb: string, preposition: string]>> = {
  associated: ["associated", "with"],
  dissociated: ["dissociated", "from"],
  merged: ["merged into", "the"],
  merged_into: ["merged", "into"],
  unmerged: ["undid the merge into", "of the"],
  unmerged_from: ["undid the merge of", "into"],
};

function Value({ children }: { readonly children: string }) {
  return (
    <Text span inherit fw={500} style={{ overflowWrap: "anywhere" }}>
      {shortened(children)}
    </Text>
  );
}
