import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { api, type Outputs } from "../../api.ts";
import type { Schema } from "../../property/use-schema.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { Preview } from "./preview.tsx";
import { countedRecords, type PreviewedAction, type Selected, useStart } from "./selected.ts";

type Found = Outputs["changes"]["preview"];

interface ChangeDialogProps {
  readonly title: string;
  /** The verb of the button that starts the change. */
  readonly verb: string;
  readonly selected: Selected;
  readonly schema: Schema;
  /** What to do; null while the form is not complete. */
  readonly action: PreviewedAction | null;
  /** True if the form has input that would be lost. */
  readonly isChanged: boolean;
  readonly onStarted: () => void;
  readonly onClose: () => void;
  /** The form, given the error of the last preview. */
  readonly children: (error: unknown) => ReactNode;
}

/** Whether all records were checked, and none of them would change. */
function changesNothing({ count, checked, changed }: Found): boolean {
  return changed === 0 && count.relation === "eq" && checked >= count.value;
}

/** A dialog that asks what to do with the selected records, shows what would happen, and then starts it. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, verb, selected, schema, action, isChanged, onStarted, onClose, children } = props;
  const projectId = useProjectId();
  const preview = useChange(api.changes.preview.mutationOptions(), { showsError: true });
  const { change, start } = useStart(selected, onStarted);
  const { type, selection, count } = selected;
  const found = preview.data;
  const back = () => {
    preview.reset();
    change.reset();
  };
  return (
    <DialogForm
      title={title}
      size="lg"
      action={found === undefined ? "Preview" : `${verb} ${countedRecords(found.count, type)}`}
      isChanged={isChanged}
      change={found === undefined ? { ...preview, error: null } : change}
      disabled={action === null || (found !== undefined && changesNothing(found))}
      onSubmit={(event) => {
        event.preventDefault();
        // A select or a list of tags within the form may submit too.
        if (action === null) return;
        if (found === undefined) preview.mutate({ projectId, type, selection, action });
        else start(action);
      }}
      onBack={found && back}
      onClose={onClose}
    >
      {found === undefined ? (
        <>
          <Text fz="sm" c="dimmed">
            {countedRecords(count, type)} selected. The next step shows what would happen.
          </Text>
          {children(preview.error)}
        </>
      ) : (
        <Preview type={type} schema={schema} preview={found} />
      )}
    </DialogForm>
  );
}
