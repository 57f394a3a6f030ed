import { Checkbox, Stack } from "@mantine/core";
import { isIrreversible, type ScopeGroup } from "./scope-groups.ts";
import classes from "./scope-picker.module.css";

export interface ScopeGroupProps {
  readonly group: ScopeGroup;
  readonly ticked: ReadonlySet<string>;
  readonly onSet: (names: readonly string[], isTicked: boolean) => void;
}

/** Checkboxes of a group of scopes. The checkbox of the group leaves erasure out, because nothing can undo it: it is ticked on its own. */
export function ScopeGroupChoice({ group: { label, scopes }, ticked, onSet }: ScopeGroupProps) {
  const names = scopes.map(({ name }) => name);
  const usual = names.filter((name) => !isIrreversible(name));
  const count = names.filter((name) => ticked.has(name)).length;
  const isFull = usual.every((name) => ticked.has(name));
  return (
    <Stack gap={8} role="group" aria-label={label}>
      <Checkbox
        label={label}
        aria-label={`${label}: ${usual.length < names.length ? "all scopes but erase" : "all scopes"}`}
        fw={600}
        checked={isFull}
        indeterminate={count > 0 && !isFull}
        onChange={({ currentTarget: { checked } }) => onSet(checked ? usual : names, checked)}
      />
      {scopes.map(({ name, allows }) => (
        <Checkbox
          key={name}
          pl="lg"
          size="xs"
          label={allows}
          description={isIrreversible(name) ? `${name} – cannot be undone` : name}
          {...(isIrreversible(name) && {
            color: "red",
            classNames: { label: classes.irreversible },
          })}
          checked={ticked.has(name)}
          onChange={(event) => onSet([name], event.currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}
