import { Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api, type Outputs } from "../../api.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../ui/forms/use-change.ts";

export type Target = Pick<Outputs["tenants"]["list"][number], "id" | "name">;

interface MoveProjectProps {
  readonly project: { readonly id: number; readonly name: string };
  /** The tenants that may get it. */
  readonly tenants: readonly Target[];
  readonly onClose: () => void;
}

/** Gives a project to another tenant. */
export function MoveProject({ project, tenants, onClose }: MoveProjectProps) {
  const form = useForm({
    initialValues: { tenant: "" },
    validate: { tenant: (tenant) => (tenant === "" ? "Choose a tenant." : null) },
  });
  const move = useChange(api.projects.move.mutationOptions(), {
    invalidates: [api.tenants.pathKey()],
    done: `${project.name} moved.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <DialogForm
      title={`Move ${project.name} to another tenant`}
      action="Move project"
      isChanged={form.isDirty()}
      change={move}
      onSubmit={form.onSubmit(({ tenant }) =>
        move.mutate({ projectId: project.id, tenantId: Number(tenant) }),
      )}
      onClose={onClose}
    >
      <Text>
        Its records, history, jobs, webhooks, clients and keys move with it. Members of the new
        tenant see it, and those of the old one no longer. It gets the message templates of its new
        tenant.
      </Text>
      <Select
        data-autofocus
        label="Tenant"
        required
        data={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps("tenant")}
      />
    </DialogForm>
  );
}
