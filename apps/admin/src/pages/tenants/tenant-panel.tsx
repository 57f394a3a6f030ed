import { Anchor, Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Outputs } from "../../api.ts";
import { isAtLeast, ROLE_LABELS } from "../../session.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { Panel } from "../../ui/pages/panel.tsx";
import { type Column, column, DataTable } from "../../ui/tables/data-table.tsx";
import { useLinkNotice } from "../../ui/use-link-notice.tsx";
import { CopiedId } from "../../ui/values/copy-icon.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { MoreActions } from "./more-actions.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { Rename } from "./rename.tsx";
import { TenantQuota } from "./tenant-quota.tsx";

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
      <Group gap="xs" wrap="nowrap">
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
  const notice = useLinkNotice();
  const create = useChange(api.projects.create.mutationOptions(), {
    invalidates: [api.tenants.list.pathKey()],
    onDone: (id, { name }) => {
      onClose();
      notice({
        text: `${name} created with the default pipelines.`,
        label: "Open it",
        to: { to: "/p/$projectId", params: { projectId: String(id) } },
      });
    },
    showsError: true,
  });
  return (
    <NameDialog
      title={`Create a project in ${tenant.name}`}
      hint="It starts empty, with the default pipelines."
      action="Create project"
      change={create}
      onSubmit={(name) => create.mutate({ tenantId: tenant.id, name })}
      onClose={onClose}
    />
  );
}
