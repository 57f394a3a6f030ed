import { Checkbox, Code, Input, SimpleGrid, Stack, Text, Title, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { typeNames, typeOfPlural } from "../../../object-types.ts";
import { useProject } from "../../../shell/use-project.ts";
import type { OwnInput } from "../../../ui/forms/form.tsx";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { formatNumber } from "../../../ui/values/format.ts";
import classes from "./scopes.module.css";

interface ScopePickerProps extends OwnInput<readonly string[]> {
  /** The API whose scopes they are: an API key is for the Workspace API, or for tools of agents. */
  readonly of: "public" | "workspace" | "agents";
}

/** Checkboxes for scopes; the checkbox of a group selects all of its scopes. */
export function ScopePicker({ of, ...props }: ScopePickerProps) {
  const scopes = useQuery(useProject().access.scopes.queryOptions());
  return (
    <Loaded query={scopes}>
      {(all) => <Picker scopes={all[of]} isOfKey={of === "workspace"} {...props} />}
    </Loaded>
  );
}

interface PickerProps extends OwnInput<readonly string[]> {
  /** Each scope with what it allows. */
  readonly scopes: Readonly<Record<string, string>>;
  readonly isOfKey: boolean;
}

function Picker({ scopes, value, onChange, error, isOfKey }: PickerProps) {
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
        {error && <Input.Error role="alert">{error}</Input.Error>}
      </div>
      <Groups groups={own} ticked={ticked} onSet={set} />
      {others.length > 0 && (
        <details className={classes.more} open={value.some((name) => name.startsWith("crm."))}>
          <summary>Scopes of whole records</summary>
          <Text fz="xs" c="dimmed" my="xs">
            With the read scope of an object type, webhooks can send whole records of it. Agents use
            all of them. The Public Object API takes access tokens of clients, not keys.
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

interface ScopeGroupProps {
  readonly group: ScopeGroup;
  readonly ticked: ReadonlySet<string>;
  readonly onSet: (names: readonly string[], isTicked: boolean) => void;
}

/** Checkboxes of a group of scopes. The checkbox of the group leaves erasure out, because nothing can undo it: it is ticked on its own. */
function ScopeGroupChoice({ group: { label, scopes }, ticked, onSet }: ScopeGroupProps) {
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

interface ScopeGroup {
  /** The scopes of whole records (`crm.`) of a key are apart, because they serve another purpose. */
  readonly isOfPublicApi: boolean;
  readonly label: string;
  readonly scopes: readonly { readonly name: string; readonly allows: string }[];
}

/**
 * Groups scopes by resource.
 *
 * @param scopes description of each scope, from `api.access.scopes`
 */
function scopeGroups(scopes: Readonly<Record<string, string>>): readonly ScopeGroup[] {
  const all = Object.entries(scopes).map(([name, allows]) => ({ name, allows }));
  const groups = Map.groupBy(all, ({ name }) => `${isOfPublicApi(name)} ${scopeSubject(name)}`);
  return [...groups.values()].map((scopes) => {
    const { name } = scopes[0] as (typeof scopes)[number];
    return { isOfPublicApi: isOfPublicApi(name), label: subjectLabel(scopeSubject(name)), scopes };
  });
}

/** Returns whether nothing can undo what a scope allows. */
function isIrreversible(scope: string): boolean {
  return scope.endsWith(".erase");
}

function isOfPublicApi(scope: string): boolean {
  return scope.startsWith("crm.");
}

/** Returns `contacts` for `crm.contacts.read` and `contacts:read`. */
function scopeSubject(scope: string): string {
  return /^crm\.(.+)\.[a-z]+$/.exec(scope)?.[1] ?? scope.split(":")[0] ?? scope;
}

function subjectLabel(subject: string): string {
  const type = typeOfPlural(subject);
  if (type !== undefined) return typeNames(type).label;
  return `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}`;
}

interface ScopeListProps {
  readonly of: "public" | "workspace";
  readonly scopes: readonly string[];
}

/** The scopes of a client or key, with what each allows. */
export function ScopeList({ of, scopes }: ScopeListProps) {
  const project = useProject();
  const all = useQuery(project.access.scopes.queryOptions()).data?.[of];
  return (
    <Stack gap="xs" component="section" aria-label="Scopes">
      <Title order={3}>Scopes</Title>
      <ul className={classes.scopes}>
        {scopes.map((scope) => (
          <li key={scope}>
            <span>{all?.[scope]}</span>
            <Code>{scope}</Code>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** The number of scopes, with their names on hover. */
export function ScopeCount({ scopes }: { readonly scopes: readonly string[] }) {
  const count = scopes.length === 1 ? "1 scope" : `${formatNumber(scopes.length)} scopes`;
  return (
    <Tooltip label={scopes.join("  ")} multiline maw={360}>
      <span className="unbroken">{count}</span>
    </Tooltip>
  );
}
