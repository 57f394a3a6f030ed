import { Anchor, Box, Button, Group, Progress, Text } from "@mantine/core";
import { IconArrowRight, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Outputs } from "../../api.ts";
import { isAtLeast, ROLE_LABELS } from "../../session.ts";
import { ActionMenu } from "../../ui/dialogs/action-menu.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { focusNextHeading } from "../../ui/pages/heading-focus.ts";
import { Panel } from "../../ui/pages/panel.tsx";
import { type Column, column, DataTable } from "../../ui/tables/data-table.tsx";
import { CopiedId } from "../../ui/values/copy-icon.tsx";
import { Facts } from "../../ui/values/facts.tsx";
import { formatBytes, formatNumber } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { DeleteSubject, type Subject } from "./delete-subject.tsx";

type Tenant = Outputs["tenants"]["list"][number];
type Project = Tenant["projects"][number];

const COLUMNS: readonly Column<Project>[] = [
  column("name", "Project", (one) => (
    <Anchor component={Link} to={`/p/${one.id}`} inherit fw={500}>
      {one.name}
    </Anchor>
  )),
  column("id", "Project id", (one) => <CopiedId id={one.id} label="project id" />),
  column("created", "Created", (one) => <Moment at={one.createdAt} />),
];

function ownerColumns(others: readonly Tenant[]): readonly Column<Project>[] {
  return [
    ...COLUMNS,
    column("actions", "Actions", ({ id, name }) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <Rename what="project" id={id} name={name} />
        <MoreActions subject={{ what: "project", id, name }} targets={others} />
      </Group>
    )),
  ];
}

interface TenantPanelProps {
  readonly tenant: Tenant;
  /** The tenants that the admin owns. */
  readonly owned: readonly Tenant[];
}

/** A tenant with its projects. */
export function TenantPanel({ tenant, owned }: TenantPanelProps) {
  const isOwner = isAtLeast(tenant.role, "owner");
  const [isCreating, setCreating] = useState(false);
  return (
    <Panel
      title={tenant.name}
      lead={<TenantFacts tenant={tenant} />}
      actions={
        isOwner && (
          <Group gap="xs">
            <Rename what="tenant" id={tenant.id} name={tenant.name} />
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Create project in ${tenant.name}`}
              onClick={() => setCreating(true)}
            >
              Create project
            </Button>
            <MoreActions subject={{ what: "tenant", id: tenant.id, name: tenant.name }} />
          </Group>
        )
      }
    >
      {tenant.hasQuota && isAtLeast(tenant.role, "admin") && <TenantQuota tenant={tenant} />}
      <DataTable
        label={`Projects of ${tenant.name}`}
        columns={isOwner ? ownerColumns(owned.filter(({ id }) => id !== tenant.id)) : COLUMNS}
        rows={tenant.projects}
        rowKey={({ id }) => id}
        even
        empty={<Text c="dimmed">No projects yet. A project holds records, clients and keys.</Text>}
      />
      {isCreating && <CreateProject tenant={tenant} onClose={() => setCreating(false)} />}
    </Panel>
  );
}

interface RenameProps {
  readonly what: "tenant" | "project";
  readonly id: number;
  readonly name: string;
}

/** Renames a tenant or project. */
function Rename({ what, id, name }: RenameProps) {
  const [isOpen, setOpen] = useState(false);
  const form = {
    ...{ title: `Rename ${name}`, action: "Rename", initial: { name } },
    fields: nameFields("Its id and links do not change."),
    onClose: () => setOpen(false),
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Rename ${name}`}
        onClick={() => setOpen(true)}
      >
        Rename
      </Button>
      {isOpen && what === "tenant" && (
        <Form {...form} of={api.tenants.rename} input={({ name }) => ({ tenantId: id, name })} />
      )}
      {isOpen && what === "project" && (
        <Form {...form} of={api.projects.rename} input={({ name }) => ({ projectId: id, name })} />
      )}
    </>
  );
}

/** The field for the name of a tenant or project. @param help explains it */
export function nameFields(help: string) {
  const input = { maxLength: 255 };
  return [{ name: "name", label: "Name", help, required: "Enter a name.", input }] as const;
}

interface MoreActionsProps {
  readonly subject: Subject;
  /** The tenants that may get the project. */
  readonly targets?: readonly Target[];
}

/** The rarer actions on a tenant or project. */
function MoreActions({ subject, targets = [] }: MoreActionsProps) {
  return (
    <ActionMenu
      label={`More actions for ${subject.name}`}
      variant="default"
      iconSize={16}
      actions={[
        targets.length > 0 && {
          label: "Move to another tenant",
          icon: IconArrowRight,
          opens: (close) => <MoveProject project={subject} tenants={targets} onClose={close} />,
        },
        {
          label: `Delete ${subject.what}`,
          icon: IconTrash,
          isDanger: true,
          opens: (close) => <DeleteSubject subject={subject} onClose={close} />,
        },
      ]}
    />
  );
}

type Use = Outputs["tenants"]["quota"][number];

const LABELS: Readonly<Record<Use["quota"], string>> = {
  records: "Records",
  fileBytes: "Files",
  projects: "Projects",
  endpoints: "Webhook endpoints",
  requestsPerDay: "Requests today",
};

/** Part of a quota from which on the page warns. */
const ALMOST = 0.8;

interface TenantQuotaProps {
  readonly tenant: { readonly id: number; readonly name: string };
}

/** What a tenant has of what it may have. Nothing if the operator set no quota. */
function TenantQuota({ tenant: { id: tenantId, name } }: TenantQuotaProps) {
  const { data = [] } = useQuery(api.tenants.quota.queryOptions({ tenantId }));
  if (data.length === 0) return null;
  return (
    <Box role="group" aria-label={`Quota of ${name}`} mb="sm">
      <Facts
        columnPx={150}
        facts={data.map((use) => [LABELS[use.quota], <Used key={use.quota} use={use} />])}
      />
      <Text size="sm" c="dimmed" mt="xs">
        The operator of this installation sets these limits. What would exceed one is refused.
      </Text>
    </Box>
  );
}

function Used({ use: { quota, limit, used } }: { readonly use: Use }) {
  const format = quota === "fileBytes" ? formatBytes : formatNumber;
  const part = limit === 0 ? 1 : Math.min(1, used / limit);
  return (
    <>
      {format(used)} of {format(limit)}
      {part === 1 ? " (used up)" : part >= ALMOST && " (almost used up)"}
      <Progress
        // The text says the same.
        aria-hidden
        mt={6}
        size={4}
        value={part * 100}
        color={part === 1 ? "red" : part >= ALMOST ? "orange" : "teal"}
      />
    </>
  );
}

function TenantFacts({ tenant }: { readonly tenant: Tenant }) {
  return (
    <Group component="span" gap={6}>
      Tenant id <CopiedId id={tenant.id} label="tenant id" /> · Your role:{" "}
      {ROLE_LABELS[tenant.role]}
    </Group>
  );
}

interface CreateProjectProps {
  readonly tenant: Tenant;
  readonly onClose: () => void;
}

function CreateProject({ tenant, onClose }: CreateProjectProps) {
  const navigate = useNavigate();
  return (
    <Form
      title={`Create a project in ${tenant.name}`}
      action="Create project"
      initial={{ name: "" }}
      fields={nameFields("It starts empty, with the default pipelines.")}
      of={api.projects.create}
      input={({ name }) => ({ tenantId: tenant.id, name })}
      done={(_, { name }) => `${name} created with the default pipelines.`}
      onDone={(id) => {
        focusNextHeading();
        void navigate({ to: "/p/$projectId", params: { projectId: String(id) } });
      }}
      onClose={onClose}
    />
  );
}

type Target = Pick<Tenant, "id" | "name">;

interface MoveProjectProps {
  readonly project: { readonly id: number; readonly name: string };
  /** The tenants that may get it. */
  readonly tenants: readonly Target[];
  readonly onClose: () => void;
}

/** Gives a project to another tenant. */
function MoveProject({ project, tenants, onClose }: MoveProjectProps) {
  return (
    <Form
      title={`Move ${project.name} to another tenant`}
      action="Move project"
      initial={{ tenant: "" }}
      fields={[
        <Text key="consequences">
          Its records, history, jobs, webhooks, clients and keys move with it. Members of the new
          tenant see it, and those of the old one no longer. It gets the message templates of its
          new tenant.
        </Text>,
        {
          name: "tenant",
          kind: "select",
          label: "Tenant",
          required: "Choose a tenant.",
          options: tenants.map(({ id, name }) => ({ value: String(id), label: name })),
        },
      ]}
      of={api.projects.move}
      input={({ tenant }) => ({ projectId: project.id, tenantId: Number(tenant) })}
      done={`${project.name} moved.`}
      onClose={onClose}
    />
  );
}
