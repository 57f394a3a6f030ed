import { ActionIcon, Anchor, Badge, Group, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPlus, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { type ObjectType, TYPE_KEYS, TYPES } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { formatNumber } from "../../ui/format.ts";
import { AddAssociation } from "./add-association.tsx";
import classes from "./associations.module.css";
import { detailOf, type NamedRecord, type RecordParts } from "./record-model.ts";
import { Side } from "./side.tsx";
import { Undo } from "./undo.tsx";
import { useAssociations } from "./use-record-changes.ts";

/** What the record belongs together with, by type. Two records of one type cannot be associated. */
export function Associations(parts: RecordParts) {
  const others = TYPE_KEYS.filter((type) => type !== parts.recordKey.type);
  return (
    <Side title="Associations" lead="Records that belong together with this one.">
      {others.map((type) => (
        <OfType key={type} {...parts} type={type} />
      ))}
    </Side>
  );
}

function OfType({ type, ...parts }: RecordParts & { readonly type: ObjectType }) {
  const { recordKey, record } = parts;
  const { label, singular, icon: Icon } = TYPES[type];
  const { total, records } = record.associated[type] ?? { total: 0, records: [] };
  const may = useMay("admin");
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const changes = useAssociations(recordKey);
  const close = () => {
    setAdding(false);
    addButton.current?.focus();
  };
  const add = (other: NamedRecord) => changes.add(other).then(close, () => undefined);
  const remove = async (other: NamedRecord) => {
    await changes.remove(other);
    addButton.current?.focus();
    offerUndo(other, () => changes.add(other));
  };
  return (
    <section aria-label={label} className={classes.type}>
      <Group gap={6} wrap="nowrap">
        <Icon size={16} stroke={1.6} aria-hidden />
        <Title order={3}>{label}</Title>
        <Badge variant="default" size="sm" className="tabular">
          {formatNumber(total)}
        </Badge>
        {may && (
          <ActionIcon
            ref={addButton}
            ml="auto"
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Add ${article(singular)} ${singular.toLowerCase()}`}
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          >
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {isAdding && (
        <AddAssociation
          projectId={recordKey.projectId}
          type={type}
          known={records}
          isPending={changes.isPending}
          onAdd={add}
          onClose={close}
        />
      )}
      {records.length > 0 && (
        <ul className={classes.records}>
          {records.map((other) => (
            <li key={other.id} className={classes.record}>
              <Named projectId={recordKey.projectId} other={other} />
              {may && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  disabled={changes.isPending}
                  aria-label={`Remove ${other.name}`}
                  onClick={() => void remove(other).catch(() => undefined)}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {total > records.length && (
        <Text c="dimmed" fz="xs">
          {formatNumber(total - records.length)} more are not shown here.
        </Text>
      )}
    </section>
  );
}

function Named({ projectId, other }: { readonly projectId: number; readonly other: NamedRecord }) {
  return (
    <div className={classes.named}>
      <Anchor
        component={Link}
        to={`/p/${projectId}/${TYPES[other.type].plural}/${other.id}`}
        inherit
      >
        {other.name}
      </Anchor>
      {other.detail !== null && (
        <Text c="dimmed" fz="xs">
          {detailOf(other)}
        </Text>
      )}
    </div>
  );
}

function article(noun: string): string {
  return /^[AEIOU]/.test(noun) ? "an" : "a";
}

function offerUndo(other: NamedRecord, undo: () => Promise<unknown>): void {
  const id = `removed ${other.type} ${other.id}`;
  const hide = () => notifications.hide(id);
  notifications.show({
    id,
    autoClose: 10_000,
    message: <Undo text={`Removed ${other.name}.`} undo={undo} onUndone={hide} />,
  });
}
