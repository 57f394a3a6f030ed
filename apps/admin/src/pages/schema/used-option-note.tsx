import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { InUse } from "./in-use.tsx";
import type { UsedOption } from "./used-options.ts";

interface UsedOptionNoteProps {
  readonly type: string;
  /** Internal name of the property. */
  readonly property: string;
  readonly used: UsedOption;
  readonly onPutBack: () => void;
}

/** Says at an option's place that records have it, links to them, and puts the option back. */
export function UsedOptionNote({ type, property, used, onPutBack }: UsedOptionNoteProps) {
  const { value, label } = used.option;
  const isRemoved = used.row === undefined;
  return (
    <Alert
      role="alert"
      color="red"
      // A link on red, and a red title, have too little contrast.
      variant="outline"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={
        <Text span inherit c="bright">
          {label} is in use
        </Text>
      }
    >
      <Stack gap="xs" align="flex-start">
        <InUse
          {...{ type, usage: used.usage }}
          how={{ one: `has ${label}`, many: `have ${label}` }}
          filters={[{ property, operator: "in", values: [value] }]}
          remedy="First choose another option in these records"
          then={isRemoved ? "it can be removed" : "its value can be changed"}
        />
        <Button size="compact-sm" variant="default" data-puts-back onClick={onPutBack}>
          {isRemoved ? `Put ${label} back` : `Keep the value ${value}`}
        </Button>
      </Stack>
    </Alert>
  );
}
