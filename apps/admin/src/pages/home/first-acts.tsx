import { Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconFileImport, IconPlugConnected, type IconProps, IconSchema } from "@tabler/icons-react";
import type { ComponentType, ReactElement } from "react";
import { objectType, typeKeys } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { ButtonLink } from "../../ui/links.tsx";
import classes from "./home.module.css";

interface Act {
  readonly icon: ComponentType<IconProps>;
  readonly title: string;
  readonly text: string;
  readonly link: ReactElement;
}

/** The empty state of a project: three first acts. */
export function FirstActs() {
  const projectId = String(useProjectId());
  const may = useMay("admin");
  const [first = "contact"] = typeKeys();
  const acts: readonly Act[] = [
    {
      icon: IconFileImport,
      title: "Import a file",
      text: "Bring records from a spreadsheet or another system. You see what would happen first.",
      link: (
        <ButtonLink variant="default" to="/p/$projectId/imports/new" params={{ projectId }}>
          Import a file
        </ButtonLink>
      ),
    },
    {
      icon: IconPlugConnected,
      title: "Connect a program",
      text: "A client has an id and a secret, and commands that create the first record as they stand.",
      link: (
        <ButtonLink
          variant="default"
          to="/p/$projectId/access/$section"
          params={{ projectId, section: "clients" }}
          search={{ open: "new" }}
        >
          Create a client
        </ButtonLink>
      ),
    },
    {
      icon: IconSchema,
      title: "Add a type",
      text: "Besides the built-in ones: whatever you keep, such as listings or contracts.",
      link: (
        <ButtonLink
          variant="default"
          to="/p/$projectId/schema/$plural"
          params={{ projectId, plural: objectType(first).plural }}
          search={{ add: "type" }}
        >
          Add a type
        </ButtonLink>
      ),
    },
  ];
  return (
    <section aria-label="No records yet">
      <Title order={2}>No records yet</Title>
      <Text c="dimmed" mb="sm">
        {may && "Three ways to begin. "}Figures appear here as soon as there are records.
      </Text>
      {may && (
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          {acts.map(({ icon: Icon, title, text, link }) => (
            <Paper key={title} withBorder p="md" className={classes.act}>
              <Icon size={22} stroke={1.6} aria-hidden />
              <Stack gap={2} flex={1}>
                <Title order={3}>{title}</Title>
                <Text c="dimmed">{text}</Text>
              </Stack>
              {link}
            </Paper>
          ))}
        </SimpleGrid>
      )}
    </section>
  );
}
