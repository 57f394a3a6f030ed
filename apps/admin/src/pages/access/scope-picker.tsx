import { Checkbox, Input, SimpleGrid, Stack } from "@mantine/core";
import { type ScopeGroup, scopeGroups } from "./scope-groups.ts";

interface ScopePickerProps {
  /** Each scope with what it allows. */
  readonly scopes: Readonly<Record<string, string>>;
  readonly value: readonly string[];
  readonly onChange: (scopes: string[]) => void;
}

/** Checkboxes for scopes; the checkbox of a group selects all of its scopes. */
export function ScopePicker({ scopes, value, onChange }: ScopePickerProps) {
  const ticked = new Set(value);
  // Keeps the listed order.
  const set = (names: readonly string[], isTicked: boolean) =>
    onChange(
      Object.keys(scopes).filter((name) => (names.includes(name) ? isTicked : ticked.has(name))),
    );
  return (
    <Stack gap="xs" role="group" aria-label="Scopes">
      <div>
        <Input.Label component="div" required>
          Scopes
        </Input.Label>
        <Input.Description>
          What programs may do with it. Everything else is refused.
        </Input.Description>
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" verticalSpacing="md">
        {scopeGroups(scopes).map((group) => (
          <Group key={group.label} group={group} ticked={ticked} onSet={set} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

interface GroupProps {
  readonly group: ScopeGroup;
  readonly ticked: ReadonlySet<string>;
  readonly onSet: (names: readonly string[], isTicked: boolean) => void;
}

function Group({ group: { label, scopes }, ticked, onSet }: GroupProps) {
  const names = scopes.map(({ name }) => name);
  const count = names.filter((name) => ticked.has(name)).length;
  return (
    <Stack gap={8} role="group" aria-label={label}>
      <Checkbox
        label={label}
        aria-label={`${label}: all scopes`}
        fw={600}
        checked={count === names.length}
        indeterminate={count > 0 && count < names.length}
        onChange={(event) => onSet(names, event.currentTarget.checked)}
      />
      {scopes.map(({ name, allows }) => (
        <Checkbox
          key={name}
          pl="lg"
          size="xs"
          label={allows}
          description={name}
          checked={ticked.has(name)}
          onChange={(event) => onSet([name], event.currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}
