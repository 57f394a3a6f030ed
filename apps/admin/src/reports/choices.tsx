import { Group, NativeSelect } from "@mantine/core";
import type { Choice, Settings } from "./figure.ts";

interface ChoicesProps {
  readonly choices: readonly Choice[];
  readonly onChange: (change: Settings) => void;
}

/** The choices of what a report shows. */
export function Choices({ choices, onChange }: ChoicesProps) {
  return (
    <Group gap="xs">
      {choices.map(({ name, label, options, value }) => (
        <NativeSelect
          key={name}
          size="xs"
          aria-label={label}
          data={options.map((option) => ({ ...option }))}
          value={value}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
    </Group>
  );
}
