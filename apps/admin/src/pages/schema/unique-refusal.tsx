import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { issuesOf } from "../../ui/pages/error-notice.tsx";

interface UniqueRefusalProps {
  readonly type: string;
  readonly error: unknown;
}

/** Links to the records that share a value, if a property could not become unique because of them. */
export function UniqueRefusal({ type, error }: UniqueRefusalProps) {
  const projectId = String(useProjectId());
  const { plural, singular } = typeNames(type);
  const ids = issuesOf(error).flatMap((issue) =>
    ["conflictingId", "recordId"].flatMap((member) => {
      const id = (issue as unknown as Readonly<Record<string, unknown>>)[member];
      return typeof id === "string" ? [id] : [];
    }),
  );
  if (ids.length === 0) return null;
  return (
    <Group gap="sm">
      <Text c="dimmed">Open:</Text>
      {ids.map((id) => (
        <Anchor
          key={id}
          component={Link}
          to="/p/$projectId/$plural/$recordId"
          params={{ projectId, plural, recordId: id } as never}
        >
          {singular} {id}
        </Anchor>
      ))}
    </Group>
  );
}
