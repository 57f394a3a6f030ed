import { Button, Group, List, Stack, Text, Title } from "@mantine/core";
import { Moment } from "../../../ui/values/moment.tsx";
import { CredentialState } from "../credentials/credential-state.tsx";
import type { Client } from "../types.ts";

interface ClientSecretsProps {
  readonly client: Client;
  readonly mayChange: boolean;
  readonly onAdd: () => void;
  readonly onEnd: () => void;
}

/** A client's secrets, and the two steps of a rotation. */
export function ClientSecrets({ client, mayChange, onAdd, onEnd }: ClientSecretsProps) {
  return (
    <Stack gap="xs" component="section" aria-label="Secrets" fz="sm">
      <Title order={3}>Secrets</Title>
      <Text inherit c="dimmed">
        To rotate, add a second secret, switch the program to it, then end the older one.
      </Text>
      <List listStyleType="none" spacing={6} fz="sm">
        {client.secrets.toReversed().map(({ createdAt, expiresAt }) => (
          <List.Item key={createdAt}>
            <Group gap="lg">
              <CredentialState disabledAt={client.disabledAt} expiresAt={expiresAt} />
              <Text inherit c="dimmed">
                Created <Moment at={createdAt} />
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
      {mayChange && (
        <Group gap="xs">
          <Button variant="default" onClick={onAdd}>
            Add secret
          </Button>
          {liveSecrets(client) > 1 && (
            <Button variant="default" onClick={onEnd}>
              End older secret
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

/** Returns the number of active secrets. */
export function liveSecrets({ secrets }: Client): number {
  const now = Date.now();
  return secrets.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
    .length;
}
