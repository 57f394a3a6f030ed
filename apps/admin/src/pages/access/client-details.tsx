import { Button, Drawer, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api.ts";
import { useMay } from "../../session.ts";
import { CopiedId } from "../../ui/copied-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Moment } from "../../ui/moment.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useReturnFocus } from "../../ui/use-return-focus.ts";
import { AddSecret } from "./add-secret.tsx";
import { ClientSecrets } from "./client-secrets.tsx";
import { CredentialState } from "./credential-state.tsx";
import { Disable } from "./disable.tsx";
import { EndSecret } from "./end-secret.tsx";
import { ScopeList } from "./scope-list.tsx";
import type { Client } from "./types.ts";

interface ClientDetailsProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** A client: its scopes, its secrets, and the buttons that rotate or disable it. */
export function ClientDetails({ client, onClose }: ClientDetailsProps) {
  useReturnFocus();
  const [step, setStep] = useState<"add" | "end" | "disable" | null>(null);
  const mayChange = useMay("admin") && client.disabledAt === null;
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
        <ClientSecrets
          client={client}
          mayChange={mayChange}
          onAdd={() => setStep("add")}
          onEnd={() => setStep("end")}
        />
        <ScopeList of="public" scopes={client.scopes} />
        {mayChange && (
          <Group>
            <Button color="red" variant="light" onClick={() => setStep("disable")}>
              Disable client
            </Button>
          </Group>
        )}
      </Stack>
      {step === "add" && <AddSecret client={client} onClose={done} />}
      {step === "end" && <EndSecret client={client} onClose={done} />}
      {step === "disable" && <DisableClient client={client} onClose={done} />}
    </Drawer>
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
      name={client.name}
      onClose={onClose}
      change={disable}
      onConfirm={() => disable.mutate({ clientId: client.id })}
    >
      It gets no more tokens, and its existing tokens are refused within five seconds. This cannot
      be undone.
    </Disable>
  );
}
