import { Textarea } from "@mantine/core";
import { useState } from "react";
import { DropZone } from "../../ui/forms/drop-zone.tsx";

interface ImportSourceProps {
  readonly text: string;
  /** Why the text cannot be imported. */
  readonly error: string | null;
  readonly onChange: (text: string) => void;
}

/** The source of an import: a chosen or dropped file, or pasted text. */
export function ImportSource({ text, error, onChange }: ImportSourceProps) {
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
  return (
    <DropZone
      label="JSON file"
      hint="or drop one here, or paste its content below."
      accept="application/json,.json"
      variant="default"
      onFile={(file) => void take(file)}
    >
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
    </DropZone>
  );
}
