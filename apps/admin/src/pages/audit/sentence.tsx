import { Text } from "@mantine/core";
import { Fragment } from "react";
import { TYPES } from "../../object-types.ts";
import { isType, Linked, linkToActor, linkToSubject } from "./links.tsx";
import type { Entry } from "./search.ts";
import type { Labels } from "./use-labels.ts";
import { nameIn, partsOf, shortValue, withinSentence } from "./words.ts";

interface SentenceProps {
  readonly entry: Entry;
  /** The project that links lead to. */
  readonly projectId: number;
  readonly labels: Labels;
}

/** Who did what to what, as one sentence. */
export function Sentence({ entry, projectId, labels }: SentenceProps) {
  const { actor } = entry;
  return (
    <>
      <Linked to={linkToActor(actor, projectId)}>
        {actor.kind === "system" ? `Rapport (${actor.label})` : actor.label}
      </Linked>{" "}
      {isType(entry.subject.kind) ? (
        <RecordChange entry={entry} projectId={projectId} labels={labels} />
      ) : (
        <AdminAction entry={entry} projectId={projectId} />
      )}
    </>
  );
}

function AdminAction({ entry, projectId }: Omit<SentenceProps, "labels">) {
  const to = linkToSubject(entry, projectId);
  const words = {
    subject: entry.subject.label,
    name: nameIn(entry.details) ?? entry.subject.label,
  };
  return partsOf(entry.action).map((part) =>
    "text" in part ? (
      <Fragment key={part.text}>{part.text}</Fragment>
    ) : (
      <Linked key={part.place} to={to}>
        {words[part.place]}
      </Linked>
    ),
  );
}

function RecordChange({ entry, projectId, labels }: SentenceProps) {
  const { action, subject, changes } = entry;
  const record = (
    <>
      {isType(subject.kind) ? TYPES[subject.kind].singular.toLowerCase() : subject.kind}{" "}
      <Linked to={linkToSubject(entry, projectId)}>{subject.label}</Linked>
    </>
  );
  const [change] = changes;
  if (change === undefined) {
    return (
      <>
        {action} {record}
      </>
    );
  }
  if (changes.length > 1) {
    return (
      <>
        changed {changes.length} properties of {record}
      </>
    );
  }
  const property = withinSentence(labels(subject.kind, change.property));
  return (
    <>
      changed the {property} of {record} from <Value>{change.from}</Value> to{" "}
      <Value>{change.to}</Value>
    </>
  );
}

function Value({ children }: { readonly children: unknown }) {
  return (
    <Text span inherit fw={500} style={{ overflowWrap: "anywhere" }}>
      {shortValue(children)}
    </Text>
  );
}
