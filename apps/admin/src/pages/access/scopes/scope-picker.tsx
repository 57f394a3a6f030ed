import { Input, SimpleGrid, Stack, Text } from "@mantine/core";
import { ScopeGroupChoice, type ScopeGroupProps } from "./scope-group.tsx";
import { type ScopeGroup, scopeGroups } from "./scope-groups.ts";
import classes from "./scope-picker.module.css";

interface ScopePickerProps {
  /** Each scope with what it allows. */
  readonly scopes: Readonly<Record<string, string>>;
  readonly value: readonly string[];
  readonly onChange: (scopes: string[]) => void;
  /** Whether they are those of an API key. */
  readonly isOfKey: boolean;
}

/** Checkboxes for scopes; the checkbox of a group selects all of its scopes. */
export function ScopePicker({ scopes, value, onChange, isOfKey }: ScopePickerProps) {
  const ticked = new Set(value);
  // Keeps the listed order.
  const set = (names: readonly string[], isTicked: boolean) =>
    onChange(
      Object.keys(scopes).filter((name) => (names.includes(name) ? isTicked : ticked.has(name))),
    );
  const groups = scopeGroups(scopes);
  const isOther = ({ isOfPublicApi }: ScopeGroup) => isOfKey && isOfPublicApi;
  const own = groups.filter((group) => !isOther(group));
  const others = groups.filter(isOther);
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
      <Groups groups={own} ticked={ticked} onSet={set} />
      {others.length > 0 && (
        <details className={classes.more} open={value.some((name) => name.startsWith("crm."))}>
          <summary>Scopes of whole records</summary>
          <Text fz="xs" c="dimmed" my="xs">
            With the read scope of an object type, webhooks can send whole records of it. The other
            scopes do nothing yet, because the Public Object API takes access tokens of clients, not
            keys.
          </Text>
          <Groups groups={others} ticked={ticked} onSet={set} />
        </details>
      )}
    </Stack>
  );
}

interface GroupsProps extends Omit<ScopeGroupProps, "group"> {
  readonly groups: readonly ScopeGroup[];
}

function Groups({ groups, ...props }: GroupsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" verticalSpacing="md">
      {groups.map((group) => (
        <ScopeGroupChoice key={group.label} group={group} {...props} />
      ))}
    </SimpleGrid>
  );
}
