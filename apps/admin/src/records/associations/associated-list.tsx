import { ActionIcon, Badge, Group, Menu, Text } from "@mantine/core";
import { IconCheck, IconTag, IconX } from "@tabler/icons-react";
import { Address } from "../../ui/values/address.tsx";
import { formatDetail, RecordLink } from "../record-link.tsx";
import type { AssociatedRecord } from "../record-model.ts";
import classes from "./associations.module.css";
import type { Label } from "./use-associated.ts";

interface AssociatedListProps {
  readonly records: readonly AssociatedRecord[];
  /** The labels that the associations may have. */
  readonly labels?: readonly Label[];
  readonly isPending: boolean;
  /** Undefined for read-only admins. */
  readonly onRemove: ((record: AssociatedRecord) => void) | undefined;
  /** Gives an association the labels with these keys, and no others. Undefined for read-only admins. */
  readonly onLabels?: ((record: AssociatedRecord, keys: readonly string[]) => void) | undefined;
}

/** The associated records with their labels, and buttons that change the labels and remove the association. */
export function AssociatedList(props: AssociatedListProps) {
  const { records, labels = [], isPending, onRemove, onLabels } = props;
  if (records.length === 0) return null;
  return (
    <ul className={classes.records}>
      {records.map((record) => (
        <li key={record.id} className={classes.record}>
          <Named record={record} labels={labels} />
          <div className={classes.tools}>
            {onLabels && labels.length > 0 && (
              <LabelMenu {...{ record, labels, isPending, onLabels }} />
            )}
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
          </div>
        </li>
      ))}
    </ul>
  );
}

interface LabelMenuProps extends Pick<AssociatedListProps, "isPending"> {
  readonly labels: readonly Label[];
  readonly record: AssociatedRecord;
  readonly onLabels: NonNullable<AssociatedListProps["onLabels"]>;
}

function LabelMenu({ record, labels, isPending, onLabels }: LabelMenuProps) {
  const { labels: own = [] } = record;
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          disabled={isPending}
          aria-label={`Labels of ${record.name}`}
        >
          <IconTag size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {labels.map(({ key, label }) => {
          const isOn = own.includes(key);
          const next = isOn ? own.filter((one) => one !== key) : [...own, key];
          return (
            <Menu.Item
              key={key}
              leftSection={isOn ? <IconCheck size={14} aria-hidden /> : <span />}
              onClick={() => onLabels(record, next)}
            >
              {isOn ? `Remove ${label}` : `Add ${label}`}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

interface NamedProps {
  readonly labels: readonly Label[];
  readonly record: AssociatedRecord;
}

function Named({ record, labels }: NamedProps) {
  const shown = labels.filter(({ key }) => record.labels?.includes(key));
  const detail = formatDetail(record);
  return (
    <div className={classes.named}>
      <RecordLink type={record.type} id={record.id} inherit>
        {record.name}
      </RecordLink>
      {detail !== null && (
        <Text c="dimmed" fz="xs">
          <Address>{detail}</Address>
        </Text>
      )}
      {shown.length > 0 && (
        <Group gap={4} my={2}>
          {shown.map(({ key, label }) => (
            <Badge key={key} variant="light" size="sm" radius="sm" tt="none">
              {label}
            </Badge>
          ))}
        </Group>
      )}
    </div>
  );
}
