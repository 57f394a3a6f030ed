import { Button, Code, Drawer, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api.ts";
import { useMay } from "../../session.ts";
import { Facts } from "../../ui/facts.tsx";
import { Moment } from "../../ui/moment.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useReturnFocus } from "../../ui/use-return-focus.ts";
import { CredentialState } from "./credential-state.tsx";
import { Disable } from "./disable.tsx";
import { ScopeList } from "./scope-list.tsx";
import type { Key } from "./types.ts";

interface KeyDetailsProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
}

/** An API key: its scopes, and the button that disables it. */
export function KeyDetails({ apiKey, onClose }: KeyDetailsProps) {
  useReturnFocus();
  const [isDisabling, setDisabling] = useState(false);
  const mayChange = useMay("admin") && apiKey.disabledAt === null;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={apiKey.name}
      position="right"
      size="lg"
      // Esc closes the dialog above it.
      closeOnEscape={!isDisabling}
    >
      <Stack gap="xl">
        <KeyFacts apiKey={apiKey} />
        <ScopeList of="workspace" scopes={apiKey.scopes} />
        {mayChange && (
          <Group>
            <Button color="red" variant="light" onClick={() => setDisabling(true)}>
              Disable key
            </Button>
          </Group>
        )}
      </Stack>
      {isDisabling && <DisableKey apiKey={apiKey} onClose={() => setDisabling(false)} />}
    </Drawer>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: Key }) {
  const { disabledAt, expiresAt } = apiKey;
  return (
    <Facts
      facts={[
        ["Begins with", <Code key="prefix">{apiKey.prefix}</Code>],
        ["State", <CredentialState key="state" disabledAt={disabledAt} expiresAt={expiresAt} />],
        ["Created", <Moment key="created" at={apiKey.createdAt} />],
        ["Last used", <Moment key="used" at={apiKey.lastUsedAt} />],
        ["Expires", <Moment key="expires" at={expiresAt} />],
      ]}
    />
  );
}

function DisableKey({ apiKey, onClose }: KeyDetailsProps) {
  const disable = useChange(api.access.keys.disable.mutationOptions(), {
    invalidates: [api.access.keys.list.pathKey()],
    done: `${apiKey.name} is disabled.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <Disable
      noun="key"
      name={apiKey.name}
      onClose={onClose}
      change={disable}
      onConfirm={() => disable.mutate({ keyId: apiKey.id })}
    >
      Requests with it are refused within five seconds. This cannot be undone.
    </Disable>
  );
}
