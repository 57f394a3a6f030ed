import { Button, Drawer, Group, Stack } from "@mantine/core";
import { IconPlus, type IconProps } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useState } from "react";
import { useMay } from "../../../session.ts";
import { useReturnFocus } from "../../../ui/dialogs/dialog.tsx";
import { AnchorLink } from "../../../ui/links.tsx";
import { Empty } from "../../../ui/pages/empty.tsx";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { type Column, column, DataTable } from "../../../ui/tables/data-table.tsx";
import { Mark } from "../../../ui/values/mark.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { SECTIONS } from "../section-names.ts";
import { SectionPage } from "../section-page.tsx";
import { ScopeCount } from "./scopes.tsx";

/** A client or key. */
interface Credential {
  readonly id: string | number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly disabledAt: string | null;
  readonly expiresAt?: string | null;
}

/** @param own the column that only clients or only keys have, after the name */
export function credentialColumns<Row extends Credential>(
  own: Column<Row>,
): readonly Column<Row>[] {
  return [
    column("name", "Name", ({ id, name }) => <OpenLink id={id} name={name} />),
    own,
    column("scopes", "Scopes", ({ scopes }) => <ScopeCount scopes={scopes} />),
    column("created", "Created", ({ createdAt }) => <Moment at={createdAt} />),
    column("used", "Last used", ({ lastUsedAt }) => <Moment at={lastUsedAt} />),
    column("state", "State", ({ disabledAt, expiresAt = null }) => (
      <CredentialState disabledAt={disabledAt} expiresAt={expiresAt} />
    )),
  ];
}

interface CredentialsProps<Row extends Credential> {
  readonly section: "clients" | "keys";
  readonly lead: string;
  readonly query: Parameters<typeof Loaded<readonly Row[]>>[0]["query"];
  readonly columns: readonly Column<Row>[];
  /** Label of the button that creates one, a verb. */
  readonly create: string;
  /** Another button, beside that one. */
  readonly more?: ReactNode;
  readonly icon: ComponentType<IconProps>;
  /** Text of the empty state. */
  readonly hint: string;
  readonly creation: (onClose: () => void) => ReactNode;
  readonly details: (one: Row, onClose: () => void) => ReactNode;
}

/** The list of a project's clients or keys, with details and creation. */
export function Credentials<Row extends Credential>(props: CredentialsProps<Row>) {
  const { section, query, icon, hint, creation, details } = props;
  const { label } = SECTIONS[section];
  const { open, show, close } = useOpened();
  const opened = query.data?.find(({ id }) => id === open);
  const mayCreate = useMay("admin");
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show("new")}>
      {props.create}
    </Button>
  );
  return (
    <SectionPage
      section={section}
      lead={props.lead}
      actions={
        <>
          {mayCreate && props.more}
          {create}
        </>
      }
    >
      <Loaded query={query}>
        {(rows) => (
          <DataTable
            label={label}
            columns={props.columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={
              <Empty icon={icon} title={`No ${label} yet`} action={create}>
                {hint}
              </Empty>
            }
          />
        )}
      </Loaded>
      {mayCreate && query.data && open === "new" && creation(close)}
      {opened && details(opened, close)}
    </SectionPage>
  );
}

/** Highlights an expiry that is less than a week away. */
const SOON_MS = 7 * 24 * 60 * 60 * 1000;

interface CredentialStateProps {
  readonly disabledAt: string | null;
  readonly expiresAt?: string | null;
}

/** Shows if a client, key or secret is active, and until when. */
export function CredentialState({ disabledAt, expiresAt = null }: CredentialStateProps) {
  if (disabledAt !== null) {
    return (
      <Mark tone="idle">
        Disabled <Moment at={disabledAt} />
      </Mark>
    );
  }
  if (expiresAt === null) return <Mark tone="good">Active</Mark>;
  const left = Date.parse(expiresAt) - Date.now();
  if (left > 0) {
    return (
      <Mark tone={left < SOON_MS ? "busy" : "good"}>
        Active, expires <Moment at={expiresAt} />
      </Mark>
    );
  }
  return (
    <Mark tone="idle">
      Expired <Moment at={expiresAt} />
    </Mark>
  );
}

/** Returns the id of the open row, which is part of the URL, or `new` for the form of a new one. */
function useOpened() {
  const { open } = useSearch({ from: "/signed-in/p/$projectId/access/$section" });
  const navigate = useNavigate({ from: "/p/$projectId/access/$section" });
  return {
    open,
    show: (open: "new") => void navigate({ search: { open } }),
    close: () => void navigate({ search: {} }),
  };
}

interface OpenLinkProps {
  readonly id: string | number;
  readonly name: string;
}

/** A row's name, which opens its details. */
function OpenLink({ id, name }: OpenLinkProps) {
  return (
    <AnchorLink
      inherit
      fw={500}
      c="inherit"
      underline="hover"
      from="/p/$projectId/access/$section"
      to="."
      search={{ open: id }}
    >
      {name}
    </AnchorLink>
  );
}

interface CredentialDrawerProps<Step extends string> {
  readonly title: string;
  /** What it is, above the buttons. */
  readonly facts: ReactNode;
  /** The dialog of each step. */
  readonly dialogs: Readonly<Record<Step, (onClose: () => void) => ReactNode>>;
  /** The buttons of admins who may change it, after the one that edits it. */
  readonly actions: (open: (step: Step) => void) => ReactNode;
  readonly children: (open: (step: Step) => void, mayChange: boolean) => ReactNode;
  readonly onClose: () => void;
}

/** The details of a client or key, with the dialogs that its buttons open. */
export function CredentialDrawer<Step extends string>(props: CredentialDrawerProps<Step | "edit">) {
  const { title, facts, dialogs, actions, children, onClose } = props;
  useReturnFocus();
  const [step, setStep] = useState<Step | "edit" | null>(null);
  const mayChange = useMay("admin");
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="right"
      size="lg"
      // Esc closes the dialog above it.
      closeOnEscape={step === null}
    >
      <Stack gap="xl">
        {facts}
        {mayChange && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep("edit")}>
              Edit
            </Button>
            {actions(setStep)}
          </Group>
        )}
        {children(setStep, mayChange)}
      </Stack>
      {step !== null && dialogs[step](() => setStep(null))}
    </Drawer>
  );
}
