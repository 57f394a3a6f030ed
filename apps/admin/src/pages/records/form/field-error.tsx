import { Anchor } from "@mantine/core";
import { typeNames } from "../../../object-types.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import type { Issue } from "../../../ui/pages/error-notice.tsx";

interface FieldErrorProps {
  readonly type: string;
  readonly issue: Issue;
}

/** The error of a field, with a link to the record that already has a unique value. */
export function FieldError({ type, issue: { message, conflictingId } }: FieldErrorProps) {
  const projectId = useProjectId();
  if (conflictingId === undefined) return message;
  const { plural, singular } = typeNames(type);
  return (
    <>
      {message} {/* In a new window, so that the form is kept. */}
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
