import { Button, Code, Group, Text } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api.ts";
import { typeNames, typeOf } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { RemoveUnused, usageOptions } from "./remove-unused.tsx";
import { SideDrawer } from "./side-form.tsx";
import { NewTypeForm, TypeForm } from "./type-form.tsx";
import { INVALIDATED_BY_SCHEMA, type Property, useSchemaSearch } from "./use-schema-search.ts";

interface TypePanelProps {
  readonly type: string;
  readonly properties: readonly Property[];
}

/** What an object type is: its names and its description. It can be edited, and removed if it is the project's own. */
export function TypePanel({ type, properties }: TypePanelProps) {
  const { search, go } = useSchemaSearch();
  const mayChange = useMay("admin");
  const [isRemoving, setIsRemoving] = useState(false);
  const object = typeOf(type);
  const { name, plural, description, builtIn } = object;
  const { singular } = typeNames(type);
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Text c="dimmed" maw={640} flex="1 1 240px" style={{ overflowWrap: "anywhere" }}>
        <Code>{name}</Code>, <Code>{plural}</Code> · {builtIn ? "Built in" : "Custom type"}
        {description !== null && ` · ${description}`}
      </Text>
      {mayChange && (
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => go({ edit: "type" })}
          >
            Edit type
          </Button>
          {!builtIn && (
            <Button
              variant="default"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setIsRemoving(true)}
            >
              Remove type
            </Button>
          )}
        </Group>
      )}
      <SideDrawer
        opened={search.edit === "type"}
        onClose={() => go({ edit: undefined })}
        title={`Edit ${singular.toLowerCase()}`}
      >
        <TypeForm type={object} properties={properties} onClose={() => go({ edit: undefined })} />
      </SideDrawer>
      <SideDrawer
        opened={search.add === "type"}
        onClose={() => go({ add: undefined })}
        title="New object type"
      >
        <NewTypeForm onClose={() => go({ add: undefined })} />
      </SideDrawer>
      <RemoveType type={type} opened={isRemoving} onClose={() => setIsRemoving(false)} />
    </Group>
  );
}

interface RemoveTypeProps {
  readonly type: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before a type of the project's own is removed. */
function RemoveType({ type, opened, onClose }: RemoveTypeProps) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { label: plural, singular } = typeNames(type);
  const usage = useQuery({
    ...api.schema.typeUsage.queryOptions({ projectId, type }),
    ...usageOptions(opened),
  });
  const queryClient = useQueryClient();
  const remove = useChange(api.schema.removeType.mutationOptions(), {
    // The page of the type is left first, because it would be missing.
    showsError: true,
    done: `${singular} removed`,
    onDone: () => {
      onClose();
      void navigate({
        to: "/p/$projectId/schema/$plural",
        params: { projectId: String(projectId), plural: "contacts" },
      }).then(() =>
        Promise.all(
          INVALIDATED_BY_SCHEMA.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        ),
      );
    },
  });
  return (
    <RemoveUnused
      {...{ opened, type, usage, onClose }}
      label={plural}
      name={type}
      action="Remove type"
      how={{ one: "is of this type", many: "are of this type" }}
      filters={[]}
      remedy="First delete them"
      change={remove}
      onConfirm={() => remove.mutate({ projectId, type })}
    >
      Its properties, pipelines and views go with it, and what is in the bin is purged. Programs
      that still use it will get 404. This cannot be undone.
    </RemoveUnused>
  );
}
