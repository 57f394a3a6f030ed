import { Button, Code, Group, Paper, Stack, Text } from "@mantine/core";
import { IconDatabasePlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Empty } from "../../ui/pages/empty.tsx";

const EXAMPLE = `curl -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"email": "ada@example.com"}' \\
  "$API_URL/v1/contacts"`;

/** The empty state of a project: how to create the first record. */
export function NoRecords() {
  const projectId = useProjectId();
  const base = `/p/${projectId}`;
  const mayCreate = useMay("admin");
  return (
    <Paper withBorder component="section" aria-label="No records yet">
      <Empty
        icon={IconDatabasePlus}
        title="No records yet"
        py={40}
        action={
          <Stack gap="md" align="center" mt="xs">
            <Group gap="xs" justify="center">
              {mayCreate && (
                <>
                  <Button
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/p/$projectId/$plural"
                        params={{ projectId: String(projectId), plural: "contacts" }}
                        search={{ form: "new" }}
                      />
                    )}
                  >
                    Create contact
                  </Button>
                  <Button component={Link} to={`${base}/imports/new`} variant="default">
                    Import a file
                  </Button>
                  <Button
                    variant="default"
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/p/$projectId/access/$section"
                        params={{ projectId: String(projectId), section: "keys" }}
                        search={{ open: "new" }}
                      />
                    )}
                  >
                    Create API key
                  </Button>
                </>
              )}
            </Group>
            <Text c="dimmed">A program with an API key creates one like this:</Text>
            <Code block ta="start" maw="100%" tabIndex={0} aria-label="Example of a request">
              {EXAMPLE}
            </Code>
          </Stack>
        }
      >
        {mayCreate && "Create the first one here, import a file or use the API. "}
        Figures appear here as soon as there are records.
      </Empty>
    </Paper>
  );
}
