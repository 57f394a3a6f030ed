import { ActionIcon, Anchor, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { detailOf } from "../../record-detail.ts";
import classes from "./associations.module.css";
import type { NamedRecord } from "./record-model.ts";

interface AssociatedListProps {
  readonly projectId: number;
  readonly records: readonly NamedRecord[];
  readonly isPending: boolean;
  /** Undefined for read-only admins. */
  readonly onRemove: ((record: NamedRecord) => void) | undefined;
}

/** The associated records, with buttons that remove the association. */
export function AssociatedList({ projectId, records, isPending, onRemove }: AssociatedListProps) {
  if (records.length === 0) return null;
  return (
    <ul className={classes.records}>
      {records.map((record) => (
        <li key={record.id} className={classes.record}>
          <Named projectId={projectId} record={record} />
          {onRemove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              disabled={isPending}
              aria-label={`Remove ${record.name}`}
              onClick={() => onRemove(record)}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}

interface NamedProps {
  readonly projectId: number;
  readonly record: NamedRecord;
}

function Named({ projectId, record }: NamedProps) {
  return (
    <div className={classes.named}>
      <Anchor
        component={Link}
        to={`/p/${projectId}/${typeNames(record.type).plural}/${record.id}`}
        inherit
      >
        {record.name}
      </Anchor>
      {record.detail !== null && (
        <Text c="dimmed" fz="xs">
          {detailOf(record)}
        </Text>
      )}
    </div>
  );
}
