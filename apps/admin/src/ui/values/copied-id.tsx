import { Code, Group } from "@mantine/core";
import { CopyIcon } from "./copy-icon.tsx";

interface CopiedIdProps {
  readonly id: string | number;
  /** What the id names, such as `client id`. */
  readonly label: string;
}

/** An id with a button that copies it. */
export function CopiedId({ id, label }: CopiedIdProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code>{id}</Code>
      <CopyIcon value={String(id)} what={label} label={`the ${label} ${id}`} />
    </Group>
  );
}
