import { Button, Group, List, Stack, Text, Title } from "@mantine/core";
import { api, type Outputs } from "../../../api.ts";
import { Ask, ChangeButton } from "../../../ui/dialogs/ask.tsx";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { CopiedId } from "../../../ui/values/copy-icon.tsx";
import { Facts } from "../../../ui/values/facts.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { CredentialDrawer, CredentialState } from "../credentials/credentials.tsx";
import { olderField, SCOPED, scopedFields } from "../credentials/scoped-fields.tsx";
import { ScopeList } from "../credentials/scopes.tsx";

export type Client = Outputs["access"]["clients"]["list"][number];

interface ClientProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** A client: its scopes, its secrets, and the buttons that change, rotate, disable and enable it. */
export function ClientDetails({ client, onClose }: ClientProps) {
  const isDisabled = client.disabledAt !== null;
  return (
    <CredentialDrawer<"edit" | "add" | "end" | "disable">
      title={client.name}
      onClose={onClose}
      facts={<ClientFacts client={client} />}
      actions={(open) =>
        isDisabled ? (
          <ChangeButton
            of={api.access.clients.enable}
            failed={`${client.name} was not enabled`}
            input={{ clientId: client.id }}
            done={`${client.name} is enabled.`}
          >
            Enable client
          </ChangeButton>
        ) : (
          <Button color="red" variant="light" onClick={() => open("disable")}>
            Disable client
          </Button>
        )
      }
      dialogs={{
        edit: (close) => <EditClient client={client} onClose={close} />,
        add: (close) => <AddSecret client={client} onClose={close} />,
        end: (close) => (
          <Ask
            title="End the older secret?"
            action="End secret"
            of={api.access.clients.endSecret}
            input={{ clientId: client.id }}
            done="Older secret ended."
            onClose={close}
          >
            Programs that still use it get no more tokens. Existing tokens stay valid until they
            expire.
          </Ask>
        ),
        disable: (close) => (
          <Ask
            title="Disable this client?"
            action="Disable client"
            of={api.access.clients.disable}
            input={{ clientId: client.id }}
            done={`${client.name} is disabled.`}
            onClose={close}
          >
            It gets no more tokens, and its existing tokens are refused within five seconds. You can
            enable it again; its tokens from before stay void.
          </Ask>
        ),
      }}
    >
      {(open, mayChange) => (
        <>
          <ClientSecrets
            client={client}
            mayChange={mayChange && !isDisabled}
            onAdd={() => open("add")}
            onEnd={() => open("end")}
          />
          <ScopeList of="public" scopes={client.scopes} />
        </>
      )}
    </CredentialDrawer>
  );
}

/** Renames a client or changes its scopes. */
function EditClient({ client, onClose }: ClientProps) {
  return (
    <Form
      {...SCOPED}
      title="Edit the client"
      action="Save"
      initial={{ name: client.name, scopes: client.scopes, expiresAt: "" }}
      fields={({ values }) =>
        scopedFields("public", "The program that uses it.", [
          client.scopes.some((scope) => !values.scopes.includes(scope)) && (
            <Text key="narrower" role="status" fz="sm">
              It loses a scope, so its tokens stop working within five seconds. The program must get
              a new one.
            </Text>
          ),
        ])
      }
      of={api.access.clients.update}
      input={({ name, scopes }) => ({ clientId: client.id, name, scopes: [...scopes] })}
      done="Client saved."
      onClose={onClose}
    />
  );
}

/** Adds a secret to a client, and asks when the older one ends. */
function AddSecret({ client, onClose }: ClientProps) {
  return (
    <Form
      title="Add a secret"
      action="Add secret"
      {...olderField("The older secret", {
        later: "Gives the program time to switch to the new one.",
        now: "For a leaked secret. Tokens that it already got stay valid until they expire.",
        full: liveSecrets(client) > 1 ? FULL : null,
      })}
      of={api.access.clients.addSecret}
      input={({ older }) => ({ clientId: client.id, endOthersNow: older === "now" })}
      shows={({ clientSecret: value }) => (
        <SecretOnce
          title="Secret added"
          secrets={[{ label: "Client secret", value }]}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}

interface ClientSecretsProps {
  readonly client: Client;
  readonly mayChange: boolean;
  readonly onAdd: () => void;
  readonly onEnd: () => void;
}

/** A client's secrets, and the two steps of a rotation. */
function ClientSecrets({ client, mayChange, onAdd, onEnd }: ClientSecretsProps) {
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
function liveSecrets({ secrets }: Client): number {
  const now = Date.now();
  return secrets.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
    .length;
}

const FULL = "A client can have two active secrets, and this one already has two.";

function ClientFacts({ client }: { readonly client: Client }) {
  return (
    <Facts
      facts={[
        ["Client id", <CopiedId key="id" id={client.id} label="client id" />],
        ["State", <CredentialState key="state" disabledAt={client.disabledAt} />],
        ["Created", <Moment key="created" at={client.createdAt} />],
        ["Last used", <Moment key="used" at={client.lastUsedAt} />],
      ]}
    />
  );
}
