import { Alert, List, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ChangedRecord } from "./merge-model.ts";

interface ChangedNoticeProps {
  readonly changed: readonly ChangedRecord[];
}

/** Says which records someone has changed while they were compared. The table shows them as they are now. */
export function ChangedNotice({ changed }: ChangedNoticeProps) {
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      role="alert"
    >
      <Text>
        Nothing was merged, because someone else changed a record. The table shows the new values.
        Merge again to continue.
      </Text>
      <List size="sm" mt="xs">
        {changed.map(({ id, name, labels }) => (
          <List.Item key={id}>
            {name} #{id}: {labels.length === 0 ? "the same values again" : labels.join(", ")}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
