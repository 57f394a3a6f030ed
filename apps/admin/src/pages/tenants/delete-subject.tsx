import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { Ask } from "../../ui/dialogs/ask.tsx";
import { counted, formatMinute } from "../../ui/values/format.ts";

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
      <>
        <ContentsOf subject={subject} /> Its clients, keys, webhooks and jobs stop within seconds.
        For 30 days an owner can restore it here. Then everything is removed for good; backups keep
        it until they are deleted.
      </>
    ),
  };
  return what === "tenant" ? (
    <Ask {...question} of={api.tenants.delete} input={{ tenantId: id, confirm: name }} />
  ) : (
    <Ask {...question} of={api.projects.delete} input={{ projectId: id, confirm: name }} />
  );
}

function ContentsOf({ subject: { what, id } }: { readonly subject: Subject }) {
  const ofTenant = useQuery({
    ...api.tenants.contents.queryOptions({ tenantId: id }),
    enabled: what === "tenant",
  });
  const ofProject = useQuery({
    ...api.projects.contents.queryOptions({ projectId: id }),
    enabled: what === "project",
  });
  const { data, error } = what === "tenant" ? ofTenant : ofProject;
  if (error) return <>What it has could not be counted.</>;
  if (data === undefined) return <Skeleton component="span" display="block" h={20} />;
  return <>It has {sentenceOf(data, what)}.</>;
}

type Contents = Outputs["tenants"]["contents"];

function sentenceOf(contents: Contents, what: Subject["what"]): string {
  const parts = [
    ...(what === "tenant" ? some(contents.projects, "project") : []),
    ...contents.records.map(({ type, count }) => {
      const { singular, label } = typeNames(type);
      return counted(count, singular.toLowerCase(), label.toLowerCase());
    }),
    ...(contents.records.length === 0 ? ["no records"] : []),
    ...some(contents.files, "file"),
    ...some(contents.endpoints, "webhook endpoint"),
    ...some(contents.credentials, "client or key", "clients and keys"),
    ...some(contents.openJobs, "unfinished job"),
  ];
  if (parts.length === 1) return `${parts[0]}`;
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Leaves out what there is none of. */
function some(count: number, ...names: [one: string, many?: string]): readonly string[] {
  return count === 0 ? [] : [counted(count, ...names)];
}
