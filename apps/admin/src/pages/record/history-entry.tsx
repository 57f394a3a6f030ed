import { Anchor, Text } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowMerge,
  IconArrowsSplit2,
  IconLink,
  IconLinkOff,
  IconPaperclip,
  IconPencil,
  IconPlus,
  type IconProps,
  IconTrash,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ComponentType, Fragment, useState } from "react";
import { actorName, SURFACES } from "../../actors.ts";
import { Unmerge } from "../../merge/use-merge.tsx";
import { typeNames } from "../../object-types.ts";
import type { PropertyData } from "../../property/property-types.ts";
import { PropertyValue } from "../../property/property-value.tsx";
import {
  amountCurrency,
  findDefinition,
  type HistoryEntry,
  pastPlaceChoices,
  type RecordParts,
} from "../../records/record-model.ts";
import { Admin } from "../../ui/values/avatar.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./history.module.css";
import { changeSubject, type Folded, fileVerb } from "./timeline/folding.ts";

const ICONS: Readonly<Record<string, ComponentType<IconProps>>> = {
  created: IconPlus,
  deleted: IconTrash,
  restored: IconArrowBackUp,
  associated: IconLink,
  dissociated: IconLinkOff,
  merged: IconArrowMerge,
  merged_into: IconArrowMerge,
  unmerged: IconArrowsSplit2,
  unmerged_from: IconArrowsSplit2,
};

interface EntryProps extends RecordParts {
  readonly folded: Folded;
  /** True for the merge that can be undone. */
  readonly isUndoable?: boolean;
}

/** A change as a sentence, with the old and new values. */
export function Entry({ folded, isUndoable = false, ...parts }: EntryProps) {
  const { entry, others } = folded;
  const { action, changes } = entry;
  const verb = fileVerb(entry);
  const Icon = verb === undefined ? (ICONS[action] ?? IconPencil) : IconPaperclip;
  const [before, after] = (DONE[action] ?? action).split("{other}");
  const labels = changes.map(({ property }) => findDefinition(parts.schema, property).label);
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>
        <Icon size={14} aria-hidden />
      </span>
      <div className={classes.body}>
        <Text>
          <Who actor={entry.actor} />{" "}
          {verb === undefined ? (
            <>
              {before}
              {after === undefined ? (
                ` ${labels.join(", ")}`
              ) : (
                <Others {...parts} others={others} />
              )}
              {after}
            </>
          ) : (
            `${verb} ${LIST.format(changes.map(({ from, to }) => String(to ?? from)))}`
          )}
        </Text>
        <When entry={entry} />
        {changes.length > 0 && verb === undefined && (
          <ul className={classes.changes}>
            {changes.map((change) => (
              <li key={changeSubject(change)}>
                <Text span inherit c="dimmed">
                  {findDefinition(parts.schema, change.property).label}:{" "}
                </Text>
                <FromTo {...parts} change={change} />
              </li>
            ))}
          </ul>
        )}
        {isUndoable && <Unmerge {...parts} entry={entry} />}
      </div>
    </li>
  );
}

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** Who did something: an admin with a picture, or the name of what did it. */
export function Who({ actor }: Pick<HistoryEntry, "actor">) {
  return (
    <Text span inherit fw={600} className={classes.who}>
      {actor.kind === "admin" ? <Admin email={actorName(actor)} /> : actorName(actor)}
    </Text>
  );
}

/** The surface and time of a change. What Rapport does by itself comes through no surface. */
export function When({ entry: { surface, at } }: { readonly entry: HistoryEntry }) {
  return (
    <Text fz="xs" c="dimmed">
      {surface !== "system" && `${SURFACES[surface]} · `}
      <Moment at={at} />
    </Text>
  );
}

interface FromToProps extends RecordParts {
  readonly change: HistoryEntry["changes"][number];
  /** True if it is a line of its own, not after the label of the property. */
  readonly isLine?: boolean;
}

/** The old and new value of a property, or what it was set to first, or that it was cleared. */
export function FromTo({ change: { property, from, to }, isLine = false, ...parts }: FromToProps) {
  const definition = findDefinition(parts.schema, property);
  const choices = pastPlaceChoices(parts, definition);
  const shown = {
    definition,
    currency: amountCurrency(parts.record, definition),
    links: false,
    ...(choices === undefined ? {} : { choices }),
  };
  const value = (one: unknown) => <PropertyValue {...shown} value={one as PropertyData} />;
  const verb = (text: string) => <span>{isLine ? text : text.toLowerCase()}</span>;
  return (
    <span className={classes.fromTo}>
      {to === null ? (
        <>
          {verb(from === null ? "Cleared" : "Cleared, was")}
          {from !== null && value(from)}
        </>
      ) : (
        <>
          {from === null ? (
            verb("Set to")
          ) : (
            <>
              {value(from)}
              <span role="img" aria-label="to">
                →
              </span>
            </>
          )}
          {value(to)}
        </>
      )}
    </span>
  );
}

/** Descriptions of actions, after the actor's name. `{other}` is the other record. */
const DONE: Readonly<Record<string, string>> = {
  created: "created the record",
  updated: "changed",
  deleted: "deleted the record",
  restored: "restored the record",
  erased: "erased the record",
  associated: "associated it with {other}",
  dissociated: "removed its association with {other}",
  merged: "merged {other} into it",
  merged_into: "merged it into {other}",
  unmerged: "undid the merge of {other}",
  unmerged_from: "undid its merge into {other}",
};

/** Records that are named before the rest is asked for. */
const NAMED = 4;

/** The other records of a change: the first ones, and the rest on demand. */
function Others({ others, ...parts }: RecordParts & Pick<Folded, "others">) {
  const [isOpen, setOpen] = useState(false);
  if (others.length === 0) return "another record";
  // A single one more takes no more room than to say so.
  const isCut = !isOpen && others.length > NAMED + 1;
  const shown = isCut ? others.slice(0, NAMED) : others;
  return (
    <>
      {shown.map((other, i) => (
        <Fragment key={`${other.kind} ${other.id}`}>
          {i > 0 && (!isCut && i === shown.length - 1 ? " and " : ", ")}
          <Other {...parts} other={other} />
        </Fragment>
      ))}
      {isCut && (
        <>
          {" and "}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => setOpen(true)}
          >
            {others.length - NAMED} more
          </Anchor>
        </>
      )}
    </>
  );
}

interface OtherProps extends RecordParts {
  readonly other: Folded["others"][number];
}

function Other({ other, recordKey: { projectId } }: OtherProps) {
  const { singular, plural } = typeNames(other.kind);
  const to = other.isDeleted ? "bin" : `${plural}/${other.id}`;
  return (
    <Anchor inherit underline="always" component={Link} to={`/p/${projectId}/${to}`}>
      {singular.toLowerCase()} {other.label}
    </Anchor>
  );
}
