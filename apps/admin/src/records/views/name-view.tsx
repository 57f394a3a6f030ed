import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { Form } from "../../ui/forms/form.tsx";
import type { Asked } from "../use-records-search.ts";
import { toViewContent, type View } from "./view-params.ts";

interface NameViewProps {
  readonly type: string;
  readonly asked: Asked;
  /** The view to rename; undefined saves a new one. */
  readonly view?: View;
  readonly onClose: () => void;
}

const MAX_CHARACTERS = 60;

/** Saves the table or board as a new view, or renames one. */
export function NameView({ type, asked, view, onClose }: NameViewProps) {
  const { views } = useProject();
  const mayShare = useMay("admin");
  const open = useOpenView(type);
  const nameField = {
    name: "name",
    label: "Name",
    required: "Enter a name.",
    input: { maxLength: MAX_CHARACTERS },
  } as const;
  if (view !== undefined) {
    const { id, version } = view;
    return (
      <Form
        title="Rename view"
        action="Rename"
        initial={{ name: view.name }}
        fields={[nameField]}
        of={views.change}
        input={(changes) => ({ id, version, changes })}
        onClose={onClose}
      />
    );
  }
  return (
    <Form
      title={`New view of ${typeNames(type).label.toLowerCase()}`}
      action="Save view"
      initial={{ name: "", audience: "me" }}
      fields={[
        nameField,
        asked.search !== undefined && (
          <Text key="search" fz="sm" c="dimmed">
            The view does not keep the search “{asked.search}”.
          </Text>
        ),
        mayShare && {
          name: "audience",
          kind: "radio",
          label: "Who sees it",
          options: [
            { value: "me", label: "Only me" },
            { value: "everyone", label: "Everyone in the project" },
          ],
        },
      ]}
      of={views.create}
      input={({ name, audience }) => ({
        ...{ type, name, isShared: audience === "everyone" },
        content: toViewContent(asked.params, asked.layout) as never,
      })}
      done={({ name }) => `Saved the view ${name}.`}
      onDone={(created) => void open(created)}
      onClose={onClose}
    />
  );
}

/** Returns a function that opens a view as it is saved, or all records for null. */
export function useOpenView(type: string) {
  const navigate = useNavigate();
  const table = `/p/${useProjectId()}/${typeNames(type).plural}`;
  return (view: Pick<View, "id" | "content"> | null) =>
    navigate({
      to: view?.content.layout === "board" ? `${table}/board` : table,
      search: (view === null ? {} : { view: view.id }) as never,
    });
}
