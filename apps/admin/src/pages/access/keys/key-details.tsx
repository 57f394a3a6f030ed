import { Button, Code, Text } from "@mantine/core";
import { api, type Outputs } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { Ask, ChangeButton } from "../../../ui/dialogs/ask.tsx";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { DateTimeInput } from "../../../ui/forms/date-time-input.tsx";
import { type Field, Form } from "../../../ui/forms/form.tsx";
import { Facts } from "../../../ui/values/facts.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { CredentialDrawer, CredentialState } from "../credentials/credentials.tsx";
import {
  olderField,
  SCOPED,
  type ScopedValues,
  scopedFields,
} from "../credentials/scoped-fields.tsx";
import { ScopeList } from "../credentials/scopes.tsx";

export type Key = Outputs["access"]["keys"]["list"][number];

interface KeyProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
}

/** An API key: its scopes, and the buttons that change, rotate, disable and enable it. */
export function KeyDetails({ apiKey, onClose }: KeyProps) {
  const mayChange = useMay("admin");
  const isExpired = apiKey.expiresAt !== null && Date.parse(apiKey.expiresAt) <= Date.now();
  const input = { keyId: apiKey.id };
  return (
    <CredentialDrawer<"edit" | "rotate" | "end" | "disable">
      title={apiKey.name}
      onClose={onClose}
      facts={
        <>
          <KeyFacts apiKey={apiKey} isExpired={isExpired} />
          {isExpired && mayChange && (
            <Text>To use the key again, edit it and change its expiry.</Text>
          )}
        </>
      }
      actions={(open) =>
        apiKey.disabledAt === null ? (
          <>
            {!isExpired && (
              <Button variant="default" onClick={() => open("rotate")}>
                Rotate key
              </Button>
            )}
            {apiKey.older !== null && (
              <Button variant="default" onClick={() => open("end")}>
                End older key
              </Button>
            )}
            <Button color="red" variant="light" onClick={() => open("disable")}>
              Disable key
            </Button>
          </>
        ) : (
          <ChangeButton
            of={api.access.keys.enable}
            failed={`${apiKey.name} was not enabled`}
            input={input}
            done={`${apiKey.name} is enabled.`}
          >
            Enable key
          </ChangeButton>
        )
      }
      dialogs={{
        edit: (close) => <EditKey apiKey={apiKey} onClose={close} />,
        rotate: (close) => <RotateKey apiKey={apiKey} onClose={close} />,
        end: (close) => (
          <Ask
            title="End the older key?"
            action="End older key"
            of={api.access.keys.endOlder}
            input={input}
            done="Older key ended."
            onClose={close}
          >
            Automations that still use it are refused within two seconds.
          </Ask>
        ),
        disable: (close) => (
          <Ask
            title="Disable this key?"
            action="Disable key"
            of={api.access.keys.disable}
            input={input}
            done={`${apiKey.name} is disabled.`}
            onClose={close}
          >
            Requests with it are refused within two seconds. You can enable it again.
          </Ask>
        ),
      }}
    >
      {() => <ScopeList of="workspace" scopes={apiKey.scopes} />}
    </CredentialDrawer>
  );
}

/** Replaces a key with a new one, which is shown once, and asks when the older one ends. */
function RotateKey({ apiKey, onClose }: KeyProps) {
  return (
    <Form
      title="Rotate the key"
      action="Rotate key"
      {...olderField("The older key", {
        later: "Gives the automation time to switch to the new one.",
        now: "For a leaked key. It is refused within two seconds.",
        full: apiKey.older === null ? null : FULL,
      })}
      of={api.access.keys.rotate}
      input={({ older }) => ({ keyId: apiKey.id, endOlderNow: older === "now" })}
      shows={({ apiKey: value }) => (
        <SecretOnce title="Key rotated" secrets={[{ label: "API key", value }]} onClose={onClose} />
      )}
      onClose={onClose}
    />
  );
}

const FULL = "The key was rotated less than 24 hours ago, and its older form still works.";

/** The field for the expiry of a key. */
const EXPIRY: Field<ScopedValues> = {
  name: "expiresAt",
  own: (input) => (
    <DateTimeInput
      label="Expires"
      description="In your time zone. Leave empty for a key that never expires."
      wholeDay="end"
      {...input}
    />
  ),
};

/** The fields of a key: for the Workspace API, or for tools of agents. */
export const keyFields = (help: string, of: "workspace" | "agents" = "workspace") =>
  scopedFields(of, help, [EXPIRY]);

/** @param known the expiry that the key has. It may stay, even if it has passed. */
export const expiryRule = (known = "") => ({
  expiresAt: (at: string) =>
    at !== "" && at !== known && new Date(at).getTime() <= Date.now()
      ? "Choose a time in the future."
      : null,
});

/** Renames a key, or changes its scopes or expiry. */
function EditKey({ apiKey, onClose }: KeyProps) {
  const known = apiKey.expiresAt ?? "";
  return (
    <Form
      {...SCOPED}
      title="Edit the key"
      action="Save"
      initial={{ name: apiKey.name, scopes: apiKey.scopes, expiresAt: known }}
      fields={keyFields("The automation that uses it.")}
      validate={expiryRule(known)}
      of={api.access.keys.update}
      input={({ name, scopes, expiresAt }) => ({
        ...{ keyId: apiKey.id, name, scopes: [...scopes] },
        ...(expiresAt !== known && { expiresAt: expiresAt || null }),
      })}
      done="Key saved."
      onClose={onClose}
    />
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
