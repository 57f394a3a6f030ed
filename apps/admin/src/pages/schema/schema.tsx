import { Button, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { typeNames, typeOfPlural, useTypes } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { AssociationLabels } from "./association-labels.tsx";
import { Pipelines } from "./pipelines.tsx";
import { Properties } from "./properties.tsx";
import { SchemaNav } from "./schema-nav.tsx";
import { TypePanel } from "./type-panel.tsx";
import { useSchemaSearch } from "./use-schema-search.ts";

const ROUTE = "/signed-in/p/$projectId/schema/$plural";

/** The page of the properties and pipelines of an object type. */
export function Schema() {
  useTypes();
  const { plural } = useParams({ from: ROUTE });
  const { part } = useSearch({ from: ROUTE });
  const { go } = useSchemaSearch();
  const mayChange = useMay("admin");
  const projectId = useProjectId();
  const type = typeOfPlural(plural) ?? "contact";
  const schema = useQuery(api.schema.read.queryOptions({ projectId, type }));
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
            {part !== "labels" && !hasPipelines && (
              <Properties type={type} properties={properties} />
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
