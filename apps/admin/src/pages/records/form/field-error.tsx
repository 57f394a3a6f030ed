import { Anchor } from "@mantine/core";
import { type ObjectType, TYPES } from "../../../object-types.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import type { Issue } from "../../../ui/error-notice.tsx";

interface FieldErrorProps {
  readonly type: ObjectType;
  readonly issue: Issue;
}

/** What is wrong with a value, and the other record that already has it. */
export function FieldError({ type, issue: { message, conflictingId } }: FieldErrorProps) {
  const projectId = useProjectId();
  if (conflictingId === undefined) return message;
  const { plural, singular } = TYPES[type];
  return (
    <>
      {message} {/* In a window of its own, so that the form is not lost. */}
      <Anchor
        href={`/p/${projectId}/${plural}/${conflictingId}`}
        target="_blank"
        c="inherit"
        inherit
        underline="always"
      >
        Open {singular.toLowerCase()} {conflictingId}
      </Anchor>
    </>
  );
}
