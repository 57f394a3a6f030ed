import { Button, type ButtonProps, FileButton, Group, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useState } from "react";
import classes from "./forms.module.css";

interface DropZoneProps {
  /** Name of the file for screen readers. */
  readonly label: string;
  /** Continues “Choose a file”. */
  readonly hint: string;
  /** File types that the browser offers. */
  readonly accept?: string;
  readonly variant?: NonNullable<ButtonProps["variant"]>;
  readonly isDisabled?: boolean;
  readonly onFile: (file: File) => void;
  /** Other ways to give the content. */
  readonly children?: ReactNode;
}

/** Takes a file that is chosen or dropped. */
export function DropZone(props: DropZoneProps) {
  const { label, hint, accept, variant = "filled", isDisabled = false, onFile, children } = props;
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    // An input inside handles dragged text.
    if (file === undefined) return;
    event.preventDefault();
    if (!isDisabled) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an extra; the button inside works with the keyboard
    <div
      className={classes.zone}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group gap="sm">
        <FileButton
          {...(accept !== undefined && { accept })}
          onChange={(file) => file && onFile(file)}
          inputProps={{ "aria-label": label }}
          disabled={isDisabled}
        >
          {(button) => (
            <Button
              {...button}
              data-autofocus
              variant={variant}
              disabled={isDisabled}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
        <Text c="dimmed">{hint}</Text>
      </Group>
      {children}
    </div>
  );
}
