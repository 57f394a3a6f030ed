import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { Ask } from "../../ui/dialogs/ask.tsx";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMinute, formatNumber } from "../../ui/values/format.ts";

/** A tenant or project. */
export interface Subject {
  readonly what: "tenant" | "project";
  readonly id: number;
  readonly name: string;
}

interface DeleteSubjectProps {
  readonly subject: Subject;
  readonly onClose: () => void;
}

/** Deletes a tenant or project after its contents have been shown and its name has been typed. */
export function DeleteSubject({ subject, onClose }: DeleteSubjectProps) {
  const { what, id, name } = subject;
  const question = {
    ...{ title: `Delete the ${what} ${name}?`, action: `Delete ${what}`, onClose },
    name: name.trim().replaceAll(/\s+/g, " "),
    done: ({ removedAt }: { readonly removedAt: string }) =>
      `${name} deleted. You can restore it until ${formatMinute(removedAt)}.`,
    children: (
      <Stack gap="sm">
        <SubjectContents subject={subject} />
        <Text>
          Its clients, keys, webhooks and jobs stop within seconds. For 30 days an owner can restore
          it here. Then everything is removed for good; backups keep it until they are deleted.
        </Text>
      </Stack>
    ),
  };
  return what === "tenant" ? (
    <Ask {...question} of={api.tenants.delete} input={{ tenantId: id, confirm: name }} />
  ) : (
    <Ask {...question} of={api.projects.delete} input={{ projectId: id, confirm: name }} />
  );
}

function SubjectContents({ subject: { what, id } }: { readonly subject: Subject }) {
  const ofTenant = useQuery({
    ...api.tenants.contents.queryOptions({ tenantId: id }),
    enabled: what === "tenant",
  });
  const ofProject = useQuery({
    ...api.projects.contents.queryOptions({ projectId: id }),
    enabled: what === "project",
  });
  const { data, error } = what === "tenant" ? ofTenant : ofProject;
  if (error) return <Text>What it has could not be counted.</Text>;
  if (data === undefined) return <Skeleton h={120} />;
  const { deletedProjects } = data;
  return (
    <>
      <Facts columnPx={120} facts={listContents(data, what)} />
      {deletedProjects > 0 && (
        <Text>
          {deletedProjects === 1
            ? "A project that was deleted before is not counted, and goes with it."
            : `${formatNumber(deletedProjects)} projects that were deleted before are not counted, and go with it.`}
        </Text>
      )}
    </>
  );
}

type Contents = Outputs["tenants"]["contents"];

/** Leaves out counts of 0, except the count of records. */
function listContents(contents: Contents, what: Subject["what"]) {
  const { records } = contents;
  const counts: readonly (readonly [label: string, count: number])[] = [
    ...(what === "tenant" ? [["Projects", contents.projects] as const] : []),
    ...records.map(({ label, count }) => [label, count] as const),
    ["Files", contents.files],
    ["Webhook endpoints", contents.endpoints],
    ["Clients and keys", contents.credentials],
    ["Unfinished jobs", contents.openJobs],
  ];
  const facts = counts.filter(([, count]) => count > 0);
  return [
    ...facts.map(([label, count]) => [label, formatNumber(count)] as const),
    ...(records.length === 0 ? [["Records", "None"] as const] : []),
  ];
}
