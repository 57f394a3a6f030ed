import { Code, Group } from "@mantine/core";
import { CopyIcon } from "../../ui/values/copy-icon.tsx";

/** An internal name with a button that copies it. */
export function ApiName({ name }: { readonly name: string }) {
  return (
    <Group component="span" gap={2} wrap="nowrap" display="inline-flex">
      <Code>{name}</Code>
      <CopyIcon value={name} what="internal name" label={name} />
    </Group>
  );
}
