import { Button, FileButton, Group, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import classes from "./upload.module.css";

interface DropZoneProps {
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}

/** Takes a file that is chosen or dropped. */
export function DropZone({ disabled, onFile }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined && !disabled) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an extra; the button inside works with the keyboard
    <div
      className={classes.drop}
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
          onChange={(file) => file && onFile(file)}
          inputProps={{ "aria-label": "File to import" }}
          disabled={disabled}
        >
          {(props) => (
            <Button
              {...props}
              disabled={disabled}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
        <Text c="dimmed">or drop one here.</Text>
      </Group>
    </div>
  );
}
