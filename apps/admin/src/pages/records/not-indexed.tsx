import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";

interface NotIndexedProps {
  readonly type: string;
  readonly label: string;
}

/** Says why records cannot be sorted by a property, and how to change that. */
export function NotIndexed({ type, label }: NotIndexedProps) {
  const projectId = String(useProjectId());
  return (
    <Text>
      “{label}” is not indexed, so records cannot be sorted by it.{" "}
      <Anchor
        renderRoot={(props) => (
          <Link
            {...props}
            to="/p/$projectId/schema/$plural"
            params={{ projectId, plural: typeNames(type).plural }}
          />
        )}
        inherit
        underline="always"
      >
        Switch on “Indexed” for it in the schema
      </Anchor>
      .
    </Text>
  );
}
