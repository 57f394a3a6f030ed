import { Button, Space, Text } from "@mantine/core";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Outputs } from "../../api.ts";
import { ROLE_LABELS, type Role, useMay, useMayEverywhere, useMe } from "../../session.ts";
import { type CurrentProject, useCurrentProject } from "../../shell/use-project.ts";
import { ActionMenu } from "../../ui/dialogs/action-menu.tsx";
import { Ask } from "../../ui/dialogs/ask.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { type Column, column, DataTable } from "../../ui/tables/data-table.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { AdminState, RoleHint } from "./accounts.tsx";
import { factorQuestion, LinkOnce, linkQuestion, revokeQuestion } from "./admins/admin-actions.tsx";
import { AccountEmail } from "./admins/admins.tsx";
import { emailField, roleField } from "./admins/roles.tsx";
import { SectionPage } from "./section-page.tsx";

type Member = Outputs["access"]["members"]["list"][number];

const COLUMNS: readonly Column<Member>[] = [
  column("email", "Email", (one) => <AccountEmail id={one.id} email={one.email} />),
  column("role", "Role", (one) => <span className="unbroken">{ROLE_LABELS[one.role]}</span>),
  column("given", "Member since", (one) => <Moment at={one.givenAt} />),
  column("factor", "Second factor", (one) => (one.hasSecondFactor ? "On" : "Off")),
  column("state", "State", (one) => <AdminState {...one} />),
];

/** The admins who have a role in the tenant of the project. */
export function Members() {
  const project = useCurrentProject();
  return project === undefined ? null : <ProjectMembers project={project} />;
}

function ProjectMembers({ project }: { readonly project: CurrentProject }) {
  const { tenantId, tenantName } = project;
  const members = useQuery(api.access.members.list.queryOptions({ tenantId }));
  const isOwner = useMay("owner");
  const [isAdding, setAdding] = useState(false);
  const add = isOwner && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Add member
    </Button>
  );
  const columns = [
    ...COLUMNS,
    column<Member>("actions", "Actions", (one) => (
      <MemberActions member={one} tenantId={tenantId} />
    )),
  ];
  return (
    <SectionPage
      section="members"
      lead={`Admins with a role in ${tenantName} and all its projects. Admins of the installation have access too and are not listed.`}
      actions={add}
    >
      <RoleHint least="owner">add members or change their roles</RoleHint>
      <Loaded query={members}>
        {(rows) => (
          <DataTable
            label={`Members of ${tenantName}`}
            columns={isOwner ? columns : COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            empty={
              <Empty icon={IconUsers} title="No members yet" action={add}>
                Add people who need only this tenant.
              </Empty>
            }
          />
        )}
      </Loaded>
      {isAdding && <AddMember project={project} onClose={() => setAdding(false)} />}
    </SectionPage>
  );
}

interface MemberProps {
  readonly member: Member;
  readonly tenantId: number;
}

interface StepProps extends MemberProps {
  readonly onClose: () => void;
}

/** The actions of an owner on a member. Owners of the tenant cannot change their own role, so an owner always remains. */
function MemberActions(props: MemberProps) {
  const { member, tenantId } = props;
  const me = useMe();
  const isOwnerEverywhere = useMayEverywhere("owner");
  const isOther = member.id !== me.id;
  const isInvited = member.link?.isInvitation === true;
  const input = { tenantId, adminId: member.id };
  if (!isOther && !isOwnerEverywhere) return <Space h={28} />;
  return (
    <ActionMenu
      label={`Actions for ${member.email}`}
      width={180}
      actions={[
        { label: "Change role", opens: (close) => <ChangeMember {...props} onClose={close} /> },
        member.isManaged &&
          isOther && {
            label: isInvited ? "New invitation link" : "Reset password",
            opens: (close) => (
              <Ask
                {...linkQuestion(member)}
                of={api.access.members.resetPassword}
                input={input}
                shows={(made) => <LinkOnce made={made} onClose={close} />}
                onClose={close}
              />
            ),
          },
        member.isManaged &&
          isOther &&
          member.hasSecondFactor && {
            label: "Reset second factor",
            opens: (onClose) => (
              <Ask
                {...factorQuestion("a member", member.email)}
                {...{ of: api.access.members.resetSecondFactor, input, onClose }}
              />
            ),
          },
        isInvited && {
          label: "Revoke invitation",
          isDanger: true,
          opens: (onClose) => (
            <Ask
              {...revokeQuestion(member.email)}
              {...{ of: api.access.members.remove, input, onClose }}
            />
          ),
        },
        !isInvited && {
          label: "Remove",
          isDanger: true,
          opens: (close) => (
            <Ask
              title={`Remove ${member.email}?`}
              action="Remove member"
              of={api.access.members.remove}
              input={input}
              done={`${member.email} is no longer a member.`}
              onClose={close}
            >
              They lose access to this tenant at once, also in pages that are open. Their account,
              what they changed, and clients and keys that they created stay. You can add them
              again.
            </Ask>
          ),
        },
      ]}
    />
  );
}

/** Changes a member's role in the tenant. */
function ChangeMember({ member, tenantId, onClose }: StepProps) {
  return (
    <Form
      title={`Change the role of ${member.email}`}
      action="Change role"
      initial={{ role: member.role }}
      fields={[
        roleField("tenant"),
        <Text key="hint" c="dimmed">
          The change takes effect at once. Their other roles stay.
        </Text>,
      ]}
      mustChange
      of={api.access.members.setRole}
      input={({ role }) => ({ tenantId, adminId: member.id, role })}
      done={(_, { role }) => `${member.email} now has the role ${ROLE_LABELS[role]}.`}
      onClose={onClose}
    />
  );
}

interface AddMemberProps {
  readonly project: CurrentProject;
  readonly onClose: () => void;
}

/** Adds an admin to the tenant. Shows the link of a new account once. */
function AddMember({ project: { tenantId, tenantName }, onClose }: AddMemberProps) {
  return (
    <Form
      title={`Add a member to ${tenantName}`}
      action="Add member"
      initial={{ email: "", role: "read-only" as Role }}
      fields={[
        emailField("If there is no account with it, you get a link with which they join."),
        roleField("tenant"),
      ]}
      of={api.access.members.add}
      input={({ email, role }) => ({ tenantId, email, role })}
      done={({ email, invitation }) =>
        invitation === null ? `${email} is now a member of ${tenantName}.` : undefined
      }
      onDone={({ invitation }) => invitation === null && onClose()}
      shows={({ invitation }) =>
        invitation !== null && <LinkOnce made={invitation} onClose={onClose} />
      }
      onClose={onClose}
    />
  );
}
