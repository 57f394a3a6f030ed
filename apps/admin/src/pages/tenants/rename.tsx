import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { NameDialog } from "./name-dialog.tsx";

interface RenameProps {
  readonly what: "tenant" | "project";
  readonly id: number;
  readonly name: string;
}

/** Renames a tenant or project. */
export function Rename({ what, id, name }: RenameProps) {
  const [isOpen, setOpen] = useState(false);
  const after = {
    invalidates: [api.tenants.list.pathKey()],
    onDone: () => setOpen(false),
    showsError: true,
  };
  const renameTenant = useChange(api.tenants.rename.mutationOptions(), after);
  const renameProject = useChange(api.projects.rename.mutationOptions(), after);
  const submit = (name: string) =>
    what === "tenant"
      ? renameTenant.mutate({ tenantId: id, name })
      : renameProject.mutate({ projectId: id, name });
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
      {isOpen && (
        <NameDialog
          title={`Rename ${name}`}
          hint="Its id and links do not change."
          name={name}
          action="Rename"
          change={what === "tenant" ? renameTenant : renameProject}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
