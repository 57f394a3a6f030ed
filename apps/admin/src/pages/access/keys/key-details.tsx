import { Button, Code, Drawer, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { useReturnFocus } from "../../../ui/dialogs/use-return-focus.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Facts } from "../../../ui/values/facts.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { CreateDialog } from "../credentials/create-dialog.tsx";
import { CredentialState, Disable } from "../credentials/credential-state.tsx";
import { OlderQuestion } from "../credentials/older-question.tsx";
import { ScopeList } from "../scopes/scope-list.tsx";
import { useScopedForm } from "../scopes/use-scoped-form.ts";
import type { Key } from "../types.ts";
import { ExpiryInput } from "./expiry-input.tsx";

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

interface RotateKeyProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
}

/** Replaces a key with a new one, which is shown once, and asks when the older one ends. */
function RotateKey({ apiKey, onClose }: RotateKeyProps) {
  const [made, setMade] = useState<string | null>(null);
  const rotate = useChange(api.access.keys.rotate.mutationOptions(), {
    invalidates: [api.access.keys.list.pathKey()],
    onDone: (rotated) => setMade(rotated.apiKey),
    showsError: true,
  });
  if (made !== null) {
    const secrets = [{ label: "API key", value: made }];
    return <SecretOnce title="Key rotated" secrets={secrets} onClose={onClose} />;
  }
  return (
    <OlderQuestion
      title="Rotate the key"
      action="Rotate key"
      label="The older key"
      full={apiKey.older === null ? null : FULL}
      later="Gives the automation time to switch to the new one."
      now="For a leaked key. It is refused within two seconds."
      change={rotate}
      onSubmit={(endOlderNow) => rotate.mutate({ keyId: apiKey.id, endOlderNow })}
      onClose={onClose}
    />
  );
}

const FULL = "The key was rotated less than 24 hours ago, and its older form still works.";

/** Ends the older form of a rotated key before its 24 hours are over. */
function EndOlderKey({ apiKey, onClose }: RotateKeyProps) {
  const end = useChange(api.access.keys.endOlder.mutationOptions(), {
    invalidates: [api.access.keys.list.pathKey()],
    done: "Older key ended.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title="End the older key?"
      action="End older key"
      change={end}
      onConfirm={() => end.mutate({ keyId: apiKey.id })}
    >
      Automations that still use it are refused within two seconds.
    </Confirm>
  );
}

interface EditKeyProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
}

/** Renames a key, or changes its scopes or expiry. */
function EditKey({ apiKey, onClose }: EditKeyProps) {
  const known = apiKey.expiresAt ?? "";
  const form = useScopedForm({
    name: apiKey.name,
    scopes: [...apiKey.scopes],
    expiresAt: known,
  });
  const update = useChange(api.access.keys.update.mutationOptions(), {
    invalidates: [api.access.keys.list.pathKey()],
    done: "Key saved.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <CreateDialog
      title="Edit the key"
      action="Save"
      nameHint="The automation that uses it."
      of="workspace"
      form={form}
      change={update}
      onSubmit={() => {
        const { name, scopes, expiresAt } = form.getValues();
        update.mutate({
          keyId: apiKey.id,
          name: name.trim(),
          scopes,
          ...(expiresAt !== known && { expiresAt: expiresAt || null }),
        });
      }}
      onClose={onClose}
    >
      <ExpiryInput form={form} />
    </CreateDialog>
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
