import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { TYPES } from "../../../object-types.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { formatNumber } from "../../../ui/values/format.ts";
import classes from "../draft/draft.module.css";
import type { Import } from "../states.ts";

/** What the rows of an import did so far. */
export function Result({ one }: { readonly one: Import }) {
  const projectId = useProjectId();
  const figures: readonly (readonly [label: string, count: number])[] = [
    ["New", one.created],
    ["Changed", one.updated],
    ["Unchanged", one.unchanged],
    ["Refused", one.refused],
  ];
  return (
    <div>
      <ul className={classes.outcomes} aria-label="Result">
        {figures.map(([label, count]) => (
          <li key={label} className={classes.figure}>
            <span className={classes.count}>{formatNumber(count)}</span>
            <Text span fz="sm" c="dimmed">
              {label}
            </Text>
          </li>
        ))}
      </ul>
      <Text mt="sm" fz="sm">
        <Anchor
          fz="sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/p/$projectId/$plural"
              params={{ projectId: String(projectId), plural: TYPES[one.object].plural }}
            />
          )}
        >
          Open {TYPES[one.object].label.toLowerCase()}
        </Anchor>
      </Text>
    </div>
  );
}
