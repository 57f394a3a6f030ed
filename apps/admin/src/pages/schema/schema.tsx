import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { refetch } from "../../invalidation.ts";
import { objectType, typeKeys, typeNames, typeOfPlural, useTypes } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { SidePanel } from "../../ui/pages/panel.tsx";
import sections from "../../ui/pages/sections.module.css";
import { useCurrentInView } from "../../ui/pages/sections.tsx";
import { AssociationLabels } from "./association-labels.tsx";
import { RemoveUnused, usageOptions } from "./in-use.tsx";
import { Layout } from "./layout/layout.tsx";
import { Pipelines } from "./pipelines/pipelines.tsx";
import { Properties } from "./properties/properties.tsx";
import classes from "./schema-nav.module.css";
import { NewTypeForm, TypeForm } from "./types/type-form.tsx";
import { type Property, useSchemaSearch } from "./use-schema-search.ts";

const ROUTE = "/signed-in/p/$projectId/schema/$plural";

/** The page of the properties and pipelines of an object type. */
export function Schema() {
  useTypes();
  const { plural } = useParams({ from: ROUTE });
  const { part } = useSearch({ from: ROUTE });
  const { go } = useSchemaSearch();
  const mayChange = useMay("admin");
  const project = useProject();
  const type = typeOfPlural(plural) ?? "contact";
  const schema = useQuery(project.schema.read.queryOptions({ type }));
  const hasPipelines = part === "pipelines" && typeNames(type).hasPipeline;
  return (
    <Page
      title="Schema"
      lead="The properties and pipeline stages of each record type. Programs use the internal names, which never change."
      actions={
        mayChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => go({ add: "type" })}
          >
            New object type
          </Button>
        )
      }
      bar={<SchemaNav type={type} />}
    >
      <Loaded query={schema} skeleton={<Lines count={10} />}>
        {({ properties, pipelines }) => (
          <Stack key={type} gap="md">
            <TypePanel type={type} properties={properties} />
            {part === "labels" && <AssociationLabels type={type} />}
            {hasPipelines && <Pipelines type={type} pipelines={pipelines} />}
            {part === "layout" && <Layout type={type} properties={properties} />}
            {part !== "labels" && part !== "layout" && !hasPipelines && (
              <Properties type={type} properties={properties} />
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

interface TypePanelProps {
  readonly type: string;
  readonly properties: readonly Property[];
}

/** What an object type is: its names and its description. It can be edited, and removed if it is the project's own. */
function TypePanel({ type, properties }: TypePanelProps) {
  const { search, go } = useSchemaSearch();
  const mayChange = useMay("admin");
  const [isRemoving, setIsRemoving] = useState(false);
  const object = objectType(type);
  const { name, plural, description, builtIn } = object;
  const { singular } = typeNames(type);
  return (
    <Group justify="space-between" gap="sm">
      <Text c="dimmed" maw={900} flex="1 1 240px" style={{ overflowWrap: "anywhere" }}>
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
      <SidePanel
        opened={search.edit === "type"}
        onClose={() => go({ edit: undefined })}
        title={`Edit ${singular.toLowerCase()}`}
      >
        <TypeForm type={object} properties={properties} onClose={() => go({ edit: undefined })} />
      </SidePanel>
      <SidePanel
        opened={search.add === "type"}
        onClose={() => go({ add: undefined })}
        title="New object type"
      >
        <NewTypeForm onClose={() => go({ add: undefined })} />
      </SidePanel>
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
  const project = useProject();
  const navigate = useNavigate();
  const { label: plural, singular } = typeNames(type);
  const usage = useQuery({
    ...project.schema.typeUsage.queryOptions({ type }),
    ...usageOptions(opened),
  });
  const remove = useChange(project.schema.removeType, {
    // The page of the type is left first, because it would be missing.
    changes: null,
    showsError: true,
    done: `${singular} removed.`,
    onDone: () => {
      onClose();
      void navigate({
        to: "/p/$projectId/schema/$plural",
        params: { projectId: String(projectId), plural: "contacts" },
      }).then(() => refetch("schema"));
    },
  });
  return (
    <RemoveUnused
      {...{ opened, type, usage, onClose }}
      label={plural}
      isPlural
      name={type}
      action="Remove type"
      how={{ one: "is of this type", many: "are of this type" }}
      filters={[]}
      remedy="First delete them"
      change={remove}
      onConfirm={() => remove.mutate({ type })}
    >
      Its properties, pipelines and views go with it, and what is in the bin is purged. Programs
      that still use it will get 404. This cannot be undone.
    </RemoveUnused>
  );
}

const TO = "/p/$projectId/schema/$plural";

/** Links to the schema of each object type, and to its properties, pipelines and labels of associations. */
function SchemaNav({ type }: { readonly type: string }) {
  const projectId = String(useProjectId());
  const nav = useCurrentInView();
  return (
    <>
      <nav ref={nav} className={classes.types} aria-label="Record types">
        {typeKeys().map((one) => {
          const { plural, label, icon: Icon } = typeNames(one);
          return (
            <Link
              key={one}
              to={TO}
              params={{ projectId, plural }}
              activeOptions={{ includeSearch: false }}
            >
              <Icon size={16} stroke={1.7} aria-hidden />
              {label}
            </Link>
          );
        })}
      </nav>
      <Parts type={type} />
    </>
  );
}

function Parts({ type }: { readonly type: string }) {
  const params = { projectId: String(useProjectId()), plural: typeNames(type).plural };
  const active = { explicitUndefined: true };
  return (
    <nav
      className={`${sections.switch} ${classes.parts}`}
      aria-label={`${typeNames(type).singular} schema`}
    >
      <Link to={TO} params={params} search={PROPERTIES} activeOptions={active}>
        Properties
      </Link>
      {typeNames(type).hasPipeline && (
        <Link to={TO} params={params} search={PIPELINES} activeOptions={active}>
          Pipelines and stages
        </Link>
      )}
      <Link to={TO} params={params} search={LAYOUT} activeOptions={active}>
        Layout
      </Link>
      <Link to={TO} params={params} search={LABELS} activeOptions={active}>
        Association labels
      </Link>
    </nav>
  );
}

const PROPERTIES = { part: undefined } as const;
const PIPELINES = { part: "pipelines" } as const;
const LAYOUT = { part: "layout" } as const;
const LABELS = { part: "labels" } as const;
