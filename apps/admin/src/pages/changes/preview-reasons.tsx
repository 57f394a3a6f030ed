import { Alert, List } from "@mantine/core";
import { withLabels } from "@rapport/model";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatNumber } from "../../ui/values/format.ts";
import type { PreviewProps } from "./preview-props.ts";

export function Reasons({
  schema,
  preview: { reasons },
}: Pick<PreviewProps, "schema" | "preview">) {
  return (
    <Alert
      color="yellow"
      variant="light"
      title="Would be refused"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <List size="sm">
        {reasons.map(({ message, count }) => (
          <List.Item key={message}>
            {formatNumber(count)}: {withLabels(message, schema.properties)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
