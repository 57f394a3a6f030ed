import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../../api.ts";
import { typeNames } from "../../../object-types.ts";
import { useMay } from "../../../session.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import type { Asked } from "../use-records-search.ts";
import { contentOf, type View } from "./view-params.ts";

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
  const projectId = useProjectId();
  const mayShare = useMay("admin");
  const open = useOpenView(type);
  const invalidates = [api.views.pathKey()];
  const creating = useChange(api.views.create.mutationOptions(), {
    ...{ invalidates, showsError: true },
    done: ({ name }) => `Saved the view ${name}.`,
    onDone: (created) => {
      onClose();
      void open(created);
    },
  });
  const renaming = useChange(api.views.change.mutationOptions(), {
    ...{ invalidates, showsError: true },
    onDone: onClose,
  });
  const form = useForm({
    initialValues: { name: view?.name ?? "", audience: "me" },
    validate: { name: (name) => (name.trim() === "" ? "Enter a name." : null) },
  });
  const submit = ({ name, audience }: typeof form.values) => {
    if (view !== undefined) {
      const { id, version } = view;
      return renaming.mutate({ projectId, id, version, changes: { name: name.trim() } });
    }
    creating.mutate({
      ...{ projectId, type, name: name.trim(), isShared: audience === "everyone" },
      content: contentOf(asked.params, asked.layout) as never,
    });
  };
  const noun = typeNames(type).label.toLowerCase();
  return (
    <DialogForm
      title={view === undefined ? `New view of ${noun}` : "Rename view"}
      action={view === undefined ? "Save view" : "Rename"}
      isChanged={form.isDirty()}
      change={view === undefined ? creating : renaming}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label="Name"
        required
        maxLength={MAX_CHARACTERS}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      {view === undefined && asked.search !== undefined && (
        <Text fz="sm" c="dimmed">
          The view does not keep the search “{asked.search}”.
        </Text>
      )}
      {view === undefined && mayShare && (
        <Radio.Group label="Who sees it" {...form.getInputProps("audience")}>
          <Stack gap={6} mt={6}>
            <Radio value="me" label="Only me" />
            <Radio value="everyone" label="Everyone in the project" />
          </Stack>
        </Radio.Group>
      )}
    </DialogForm>
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
