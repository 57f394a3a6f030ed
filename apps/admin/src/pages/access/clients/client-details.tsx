import { Button, Drawer, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { useReturnFocus } from "../../../ui/dialogs/use-return-focus.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { CopiedId } from "../../../ui/values/copied-id.tsx";
import { Facts } from "../../../ui/values/facts.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { CredentialState } from "../credentials/credential-state.tsx";
import { Disable } from "../credentials/disable.tsx";
import { ScopeList } from "../scopes/scope-list.tsx";
import type { Client } from "../types.ts";
import { AddSecret } from "./add-secret.tsx";
import { ClientSecrets } from "./client-secrets.tsx";
import { EditClient } from "./edit-client.tsx";
import { EndSecret } from "./end-secret.tsx";

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
