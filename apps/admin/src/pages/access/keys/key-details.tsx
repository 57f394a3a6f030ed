import { Button, Code, Drawer, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { useReturnFocus } from "../../../ui/dialogs/use-return-focus.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Facts } from "../../../ui/values/facts.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { CredentialState } from "../credentials/credential-state.tsx";
import { Disable } from "../credentials/disable.tsx";
import { ScopeList } from "../scopes/scope-list.tsx";
import type { Key } from "../types.ts";
import { EditKey } from "./edit-key.tsx";
import { EndOlderKey, RotateKey } from "./rotate-key.tsx";

interface KeyDetailsProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
}

/** An API key: its scopes, and the buttons that change, rotate, disable and enable it. */
export function KeyDetails({ apiKey, onClose }: KeyDetailsProps) {
  useReturnFocus();
  const [step, setStep] = useState<"edit" | "rotate" | "end" | "disable" | null>(null);
  const mayChange = useMay("admin");
  const isExpired = apiKey.expiresAt !== null && Date.parse(apiKey.expiresAt) <= Date.now();
  const done = () => setStep(null);
  return (
    <Drawer
      opened
      onClose={onClose}
      title={apiKey.name}
      position="right"
      size="lg"
      // Esc closes the dialog above it.
      closeOnEscape={step === null}
    >
      <Stack gap="xl">
        <KeyFacts apiKey={apiKey} isExpired={isExpired} />
        {isExpired && mayChange && (
          <Text>To use the key again, edit it and change its expiry.</Text>
        )}
        {mayChange && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep("edit")}>
              Edit
            </Button>
            {apiKey.disabledAt === null ? (
              <>
                {!isExpired && (
                  <Button variant="default" onClick={() => setStep("rotate")}>
                    Rotate key
                  </Button>
                )}
                {apiKey.older !== null && (
                  <Button variant="default" onClick={() => setStep("end")}>
                    End older key
                  </Button>
                )}
                <Button color="red" variant="light" onClick={() => setStep("disable")}>
                  Disable key
                </Button>
              </>
            ) : (
              <EnableKey apiKey={apiKey} />
            )}
          </Group>
        )}
        <ScopeList of="workspace" scopes={apiKey.scopes} />
      </Stack>
      {step === "edit" && <EditKey apiKey={apiKey} onClose={done} />}
      {step === "rotate" && <RotateKey apiKey={apiKey} onClose={done} />}
      {step === "end" && <EndOlderKey apiKey={apiKey} onClose={done} />}
      {step === "disable" && <DisableKey apiKey={apiKey} onClose={done} />}
    </Drawer>
  );
}

interface KeyFactsProps {
  readonly apiKey: Key;
  readonly isExpired: boolean;
}

function KeyFacts({ apiKey, isExpired }: KeyFactsProps) {
  const { disabledAt, expiresAt, older } = apiKey;
  const olderFacts: Parameters<typeof Facts>[0]["facts"] =
    older === null
      ? []
      : [
          [
            "Older key",
            <span key="older">
              <Code>{older.prefix}</Code> ends <Moment at={older.expiresAt} />
            </span>,
          ],
        ];
  return (
    <Facts
      facts={[
        ["Begins with", <Code key="prefix">{apiKey.prefix}</Code>],
        ["State", <CredentialState key="state" disabledAt={disabledAt} expiresAt={expiresAt} />],
        ["Created", <Moment key="created" at={apiKey.createdAt} />],
        ["Last used", <Moment key="used" at={apiKey.lastUsedAt} />],
        [isExpired ? "Expired" : "Expires", <Moment key="expires" at={expiresAt} />],
        ...olderFacts,
      ]}
    />
  );
}

function EnableKey({ apiKey }: Pick<KeyDetailsProps, "apiKey">) {
  const enable = useChange(api.access.keys.enable.mutationOptions(), {
    invalidates: [api.access.keys.list.pathKey()],
    done: `${apiKey.name} is enabled.`,
  });
  return (
    <Button
      variant="default"
      loading={enable.isPending}
      onClick={() => enable.mutate({ keyId: apiKey.id })}
    >
      Enable key
    </Button>
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
      onClose={onClose}
      change={disable}
      onConfirm={() => disable.mutate({ keyId: apiKey.id })}
    >
      Requests with it are refused within two seconds. You can enable it again.
    </Disable>
  );
}
