import { Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { counted, formatNumber } from "../../../ui/values/format.ts";
import { SHOWN_ROWS, type ShownRows } from "../search.ts";
import { CheckedRows } from "./checked-rows.tsx";
import classes from "./draft.module.css";
import { StartImport } from "./start-import.tsx";
import { type Check, type Draft, useDraftSearch } from "./use-draft.ts";

const LABELS: Readonly<Record<ShownRows, string>> = {
  created: "New",
  updated: "Changed",
  unchanged: "Unchanged",
  duplicate: "Duplicates in the file",
  refused: "Refused",
  fixed: "Fixed here",
};

/** The number of rows of each outcome, the button that imports them, and some of the rows, which may fill pages. */
export function Outcomes({ draft, check }: { readonly draft: Draft; readonly check: Check }) {
  const { search } = useDraftSearch();
  const shown = search.rows ?? firstOf(check);
  return (
    <Stack gap="md">
      <nav aria-label="Result of the check">
        <ul className={classes.outcomes}>
          {SHOWN_ROWS.filter((one) => one !== "fixed").map((outcome) => (
            <li key={outcome}>
              <Link
                from="/p/$projectId/imports/draft/$draftId"
                to="."
                search={(before) => ({ ...before, rows: outcome })}
                resetScroll={false}
                className={classes.outcome}
                data-current={outcome === shown}
              >
                <span className={classes.count}>{formatNumber(check.counts[outcome])}</span>
                <Text span fz="sm" c="dimmed">
                  {LABELS[outcome]}
                </Text>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {draft.blank > 0 && (
        <Text fz="sm" c="dimmed">
          {counted(draft.blank, "blank row")} left out.
        </Text>
      )}
      <StartImport draft={draft} />
      <CheckedRows key={shown} draft={draft} shown={shown} label={LABELS[shown]} />
    </Stack>
  );
}

/** Shows what needs attention first. */
function firstOf({ counts }: Check): ShownRows {
  if (counts.refused > 0) return "refused";
  return counts.created > 0 || counts.updated === 0 ? "created" : "updated";
}
