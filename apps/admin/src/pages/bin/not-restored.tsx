import { Alert, Anchor, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { issuesOf, messageOf } from "../../ui/pages/error-notice.tsx";
import type { BinnedRecord } from "./binned-record.ts";

interface NotRestoredProps {
  readonly record: BinnedRecord;
  readonly error: unknown;
  readonly onClose: () => void;
}

/** Says why a record was not restored, with a link to the record that took its unique value. */
export function NotRestored({ record, error, onClose }: NotRestoredProps) {
  const projectId = String(useProjectId());
  const { plural, singular } = typeNames(record.type);
  const others = issuesOf(error).flatMap(({ conflictingId }) => conflictingId ?? []);
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={`“${record.name}” was not restored`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <Stack gap={6} align="flex-start">
        <Text>{messageOf(error)}</Text>
        {[...new Set(others)].map((id) => (
          <Anchor
            key={id}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/p/$projectId/$plural/$recordId"
                params={{ projectId, plural, recordId: id }}
              />
            )}
            c="inherit"
            underline="always"
          >
            Open {singular.toLowerCase()} {id}
          </Anchor>
        ))}
        {others.length > 0 && <Text>Change the value there, then restore this record.</Text>}
      </Stack>
    </Alert>
  );
}
