import { Button, FileButton, Group, Text, Textarea } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import classes from "./import-templates.module.css";

interface ImportSourceProps {
  readonly text: string;
  /** Why the text cannot be imported. */
  readonly error: string | null;
  readonly onChange: (text: string) => void;
}

/** The source of an import: a chosen or dropped file, or pasted text. */
export function ImportSource({ text, error, onChange }: ImportSourceProps) {
  const [isOver, setOver] = useState(false);
  const [unread, setUnread] = useState<string | null>(null);
  const write = (next: string) => {
    setUnread(null);
    onChange(next);
  };
  const take = async (file: File) => {
    // A dropped folder is a file that cannot be read.
    const content = await file.text().catch(() => null);
    write(content ?? "");
    if (content === null) setUnread(`${file.name} cannot be read. Choose a JSON file.`);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    // The input handles dragged text.
    if (file === undefined) return;
    event.preventDefault();
    void take(file);
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
          accept="application/json,.json"
          onChange={(file) => file && void take(file)}
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
        onChange={(event) => write(event.currentTarget.value)}
        autosize
        minRows={5}
        maxRows={10}
        spellCheck={false}
        ff="monospace"
        error={unread ?? error}
      />
    </div>
  );
}
