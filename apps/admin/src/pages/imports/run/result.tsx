import { Text } from "@mantine/core";
import type { Import } from "../../../jobs/imports.ts";
import { typeNames } from "../../../object-types.ts";
import { recordsLink } from "../../../reports/links.ts";
import { AnchorLink } from "../../../ui/links.tsx";
import { formatNumber } from "../../../ui/values/format.ts";
import classes from "../draft/draft.module.css";

interface Figure {
  readonly label: string;
  readonly count: number;
  /** What an undo did with them. */
  readonly undone?: string | undefined;
}

const ALL_UNDONE = "undone";

/** What the rows of an import did so far, and what of that was undone. */
export function Result({ one }: { readonly one: Import }) {
  const { undo } = one;
  const figures: readonly Figure[] = [
    { label: "New", count: one.created, undone: undo ? inBin(undo, one.created) : undefined },
    { label: "Changed", count: one.updated, undone: undo ? setBack(undo, one.updated) : undefined },
    { label: "Unchanged", count: one.unchanged },
    { label: "Refused", count: one.refused },
  ];
  return (
    <div>
      <ul className={classes.outcomes} aria-label="Result">
        {figures.map(({ label, count, undone }) => (
          <li key={label} className={classes.figure} data-undone={undone === ALL_UNDONE}>
            <span className={classes.count}>{formatNumber(count)}</span>
            <Text span fz="sm" c="dimmed">
              {label}
              {undone !== undefined && ` · ${undone}`}
            </Text>
          </li>
        ))}
      </ul>
      <Text mt="sm" fz="sm">
        <ImportedLink one={one} />
      </Text>
    </div>
  );
}

type Undo = NonNullable<Import["undo"]>;

function inBin({ state, deleted }: Undo, created: number): string | undefined {
  if (created === 0 || (state === "running" && deleted === 0)) return undefined;
  return deleted === created ? ALL_UNDONE : `${formatNumber(deleted)} undone`;
}

/** Rows may have changed the same record, so the number of records may be lower when all of them are set back. */
function setBack({ state, restored, left }: Undo, updated: number): string | undefined {
  if (updated === 0 || (state === "running" && restored === 0)) return undefined;
  return state === "done" && left === 0 ? ALL_UNDONE : `${formatNumber(restored)} set back`;
}

/**
 * Searches cannot ask who created a record. So the link names the time of the import, and others may have created
 * records then, too. The time begins with the import's creation, because `startedAt` is the end of its first portion.
 */
function ImportedLink({ one }: { readonly one: Import }) {
  const { created, undo, createdAt, endedAt } = one;
  const label = typeNames(one.object).label.toLowerCase();
  const isNarrowed = created > 0 && undo === null && endedAt !== null;
  const during = { property: "created_at", operator: "between" } as const;
  return (
    <AnchorLink
      fz="sm"
      {...recordsLink(one.object, isNarrowed ? [{ ...during, values: [createdAt, endedAt] }] : [])}
    >
      {isNarrowed ? `Open the ${label} created during this import` : `Open ${label}`}
    </AnchorLink>
  );
}
