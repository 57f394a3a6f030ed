import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import classes from "./delivered-record.module.css";
import type { Delivery } from "./use-deliveries.ts";

/** The record that an event is about, or a dash. */
export function DeliveredRecord({ record }: Pick<Delivery, "record">) {
  const projectId = String(useProjectId());
  if (record === null) {
    return (
      <Text span inherit c="dimmed" aria-label="None">
        –
      </Text>
    );
  }
  const { type, id, name, isDeleted } = record;
  const { plural, singular, icon: Icon } = typeNames(type);
  const target = isDeleted
    ? ({ to: "/p/$projectId/bin", params: { projectId } } as const)
    : ({
        to: "/p/$projectId/$plural/$recordId",
        params: { projectId, plural, recordId: String(id) },
      } as const);
  return (
    <span className={classes.record}>
      <Icon size={15} stroke={1.7} className={classes.icon} role="img" aria-label={singular} />
      <Anchor
        inherit
        c="inherit"
        className={classes.name}
        title={name}
        renderRoot={(props) => <Link {...props} {...target} />}
      >
        {name}
      </Anchor>
      {isDeleted && (
        <Text span inherit c="dimmed" flex="none">
          in the bin
        </Text>
      )}
    </span>
  );
}
