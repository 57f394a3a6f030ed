import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowRight, IconDots, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { DeleteSubject, type Subject } from "./delete-subject.tsx";
import { MoveProject, type Target } from "./move-project.tsx";

interface MoreActionsProps {
  readonly subject: Subject;
  /** The tenants that may get the project. */
  readonly targets?: readonly Target[];
}

/** The rarer actions on a tenant or project. */
export function MoreActions({ subject, targets = [] }: MoreActionsProps) {
  const [open, setOpen] = useState<"delete" | "move">();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={`More actions for ${subject.name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {targets.length > 0 && (
            <Menu.Item
              leftSection={<IconArrowRight size={16} aria-hidden />}
              onClick={() => setOpen("move")}
            >
              Move to another tenant
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setOpen("delete")}
          >
            Delete {subject.what}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === "delete" && <DeleteSubject subject={subject} onClose={close} />}
      {open === "move" && <MoveProject project={subject} tenants={targets} onClose={close} />}
    </>
  );
}
