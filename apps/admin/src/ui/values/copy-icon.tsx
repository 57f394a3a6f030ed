import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useCopy } from "./use-copy.ts";

interface CopyIconProps {
  readonly value: string;
  /** What is copied, such as `internal name`. */
  readonly what: string;
  /** Name for screen readers, if other than “Copy the” and `what`. */
  readonly label?: string;
}

/** An icon button that copies a value to the clipboard. */
export function CopyIcon({ value, what, label = `the ${what}` }: CopyIconProps) {
  const { copied, copy } = useCopy(value);
  return (
    <Tooltip label={copied ? "Copied" : `Copy the ${what}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        onClick={copy}
        aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
      >
        {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
