import type { AutocompleteProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";
import { useProjectId } from "../shell/use-project.ts";
import { OpenChoice } from "./open-choice.tsx";

interface OwnerInputProps extends Omit<AutocompleteProps, "value" | "onChange" | "data"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An input for the owner of a record: suggests the admins by their emails, and takes any name. */
export function OwnerInput(props: OwnerInputProps) {
  const projectId = useProjectId();
  const admins = useQuery(api.access.members.colleagues.queryOptions({ projectId }));
  const choices = (admins.data ?? []).map(({ email }) => ({ value: email, label: email }));
  return <OpenChoice {...props} choices={choices} />;
}
