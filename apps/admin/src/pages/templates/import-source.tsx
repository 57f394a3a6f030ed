import { Button, FileButton, Group, Text, Textarea } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import classes from "./import-templates.module.css";

interface ImportSourceProps {
  readonly text: string;
  /** Why the text cannot be imported. */
  readonly fault: string | null;
  readonly onChange: (text: string) => void;
}

/** Where templates come from: a file that is picked or dropped, or text that is pasted. */
export function ImportSource({ text, fault, onChange }: ImportSourceProps) {
  const [isOver, setOver] = useState(false);
  const take = async (file: File | null | undefined) => {
    if (file) onChange(await file.text());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped here as well; the button within takes it by keyboard
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
          accept="application/json,.json"
          onChange={(file) => void take(file)}
          inputProps={{ "aria-label": "JSON file" }}
        >
          {(props) => (
            <Button
              {...props}
              data-autofocus
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
        <Text c="dimmed">or drop one here, or paste its content below.</Text>
      </Group>
      <Textarea
        aria-label="Templates as JSON"
        placeholder='[{ "name": "order_confirmation", "language": "en_US", "status": "APPROVED", "category": "UTILITY" }]'
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        autosize
        minRows={5}
        maxRows={10}
        spellCheck={false}
        ff="monospace"
        error={fault}
      />
    </div>
  );
}
