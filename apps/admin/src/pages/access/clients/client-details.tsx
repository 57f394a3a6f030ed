import { Button, Drawer, Group, List, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { useReturnFocus } from "../../../ui/dialogs/use-return-focus.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { CopiedId } from "../../../ui/values/copy-icon.tsx";
import { Facts } from "../../../ui/values/facts.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { CreateDialog } from "../credentials/create-dialog.tsx";
import { CredentialState, Disable } from "../credentials/credential-state.tsx";
import { OlderQuestion } from "../credentials/older-question.tsx";
import { ScopeList } from "../scopes/scope-list.tsx";
import { useScopedForm } from "../scopes/use-scoped-form.ts";
import type { Client } from "../types.ts";

interface ClientDetailsProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** A client: its scopes, its secrets, and the buttons that change, rotate, disable and enable it. */
export function ClientDetails({ client, onClose }: ClientDetailsProps) {
  useReturnFocus();
  const [step, setStep] = useState<"edit" | "add" | "end" | "disable" | null>(null);
  const mayChange = useMay("admin");
  const isDisabled = client.disabledAt !== null;
  const done = () => setStep(null);
  return (
    <Drawer
      opened
      onClose={onClose}
      title={client.name}
      position="right"
      size="lg"
      // Esc closes the dialog above it.
      closeOnEscape={step === null}
    >
      <Stack gap="xl">
        <ClientFacts client={client} />
        {mayChange && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep("edit")}>
              Edit
            </Button>
            {isDisabled ? (
              <EnableClient client={client} />
            ) : (
              <Button color="red" variant="light" onClick={() => setStep("disable")}>
                Disable client
              </Button>
            )}
          </Group>
        )}
        <ClientSecrets
          client={client}
          mayChange={mayChange && !isDisabled}
          onAdd={() => setStep("add")}
          onEnd={() => setStep("end")}
        />
        <ScopeList of="public" scopes={client.scopes} />
      </Stack>
      {step === "edit" && <EditClient client={client} onClose={done} />}
      {step === "add" && <AddSecret client={client} onClose={done} />}
      {step === "end" && <EndSecret client={client} onClose={done} />}
      {step === "disable" && <DisableClient client={client} onClose={done} />}
    </Drawer>
  );
}

interface EditClientProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** Renames a client or changes its scopes. */
function EditClient({ client, onClose }: EditClientProps) {
  const form = useScopedForm({ name: client.name, scopes: [...client.scopes] });
  const isNarrower = client.scopes.some((scope) => !form.values.scopes.includes(scope));
  const update = useChange(api.access.clients.update.mutationOptions(), {
    invalidates: [api.access.clients.list.pathKey()],
    done: "Client saved.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <CreateDialog
      title="Edit the client"
      action="Save"
      nameHint="The program that uses it."
      of="public"
      form={form}
      change={update}
      onSubmit={() => {
        const { name, scopes } = form.getValues();
        update.mutate({ clientId: client.id, name: name.trim(), scopes });
      }}
      onClose={onClose}
    >
      {isNarrower && (
        <Text role="status" fz="sm">
          It loses a scope, so its tokens stop working within five seconds. The program must get a
          new one.
        </Text>
      )}
    </CreateDialog>
  );
}

interface AddSecretProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** Adds a secret to a client, and asks when the older one ends. */
function AddSecret({ client, onClose }: AddSecretProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const add = useChange(api.access.clients.addSecret.mutationOptions(), {
    invalidates: [api.access.clients.list.pathKey()],
    onDone: ({ clientSecret }) => setSecret(clientSecret),
    showsError: true,
  });
  if (secret !== null) {
    const secrets = [{ label: "Client secret", value: secret }];
    return <SecretOnce title="Secret added" secrets={secrets} onClose={onClose} />;
  }
  return (
    <OlderQuestion
      title="Add a secret"
      action="Add secret"
      label="The older secret"
      full={liveSecrets(client) > 1 ? FULL : null}
      later="Gives the program time to switch to the new one."
      now="For a leaked secret. Tokens that it already got stay valid until they expire."
      change={add}
      onSubmit={(endOthersNow) => add.mutate({ clientId: client.id, endOthersNow })}
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

interface EndSecretProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** Ends the older of a client's two secrets before its 24 hours are over. */
function EndSecret({ client, onClose }: EndSecretProps) {
  const end = useChange(api.access.clients.endSecret.mutationOptions(), {
    invalidates: [api.access.clients.list.pathKey()],
    done: "Older secret ended.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title="End the older secret?"
      action="End secret"
      change={end}
      onConfirm={() => end.mutate({ clientId: client.id })}
    >
      Programs that still use it get no more tokens. Existing tokens stay valid until they expire.
    </Confirm>
  );
}

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

function EnableClient({ client }: Pick<ClientDetailsProps, "client">) {
  const enable = useChange(api.access.clients.enable.mutationOptions(), {
    invalidates: [api.access.clients.list.pathKey()],
    done: `${client.name} is enabled.`,
  });
  return (
    <Button
      variant="default"
      loading={enable.isPending}
      onClick={() => enable.mutate({ clientId: client.id })}
    >
      Enable client
    </Button>
  );
}

function DisableClient({ client, onClose }: ClientDetailsProps) {
  const disable = useChange(api.access.clients.disable.mutationOptions(), {
    invalidates: [api.access.clients.list.pathKey()],
    done: `${client.name} is disabled.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <Disable
      noun="client"
      onClose={onClose}
      change={disable}
      onConfirm={() => disable.mutate({ clientId: client.id })}
    >
      It gets no more tokens, and its existing tokens are refused within five seconds. You can
      enable it again; its tokens from before stay void.
    </Disable>
  );
}
