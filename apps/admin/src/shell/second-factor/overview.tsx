import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type Outputs } from "../../api.ts";
import { hasPasskeySupport } from "../../passkeys.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import type { Passkey, StepProps } from "./steps.tsx";

/** What the admin chose to do. */
export type Step =
  | { readonly kind: "app" | "replace" | "remove" | "add"; readonly passkey?: never }
  | { readonly kind: "renew"; readonly hasApp: boolean }
  | { readonly kind: "rename" | "remove-passkey"; readonly passkey: Passkey };

interface OverviewProps extends StepProps {
  readonly onStep: (step: Step) => void;
}

type FactorState = Outputs["access"]["secondFactor"]["read"];

/** The admin's authenticator app, passkeys and recovery codes. */
export function Overview({ onStep, onClose }: OverviewProps) {
  const state = useQuery(api.access.secondFactor.read.queryOptions());
  const list = useQuery(api.access.passkeys.list.queryOptions());
  return (
    <Dialog opened onClose={onClose} title="Second factor" size="lg">
      <Loaded query={state}>
        {(factor) => (
          <Loaded query={list}>
            {({ passkeys, refusal }) => (
              <Stack gap="lg">
                <Text c="dimmed">
                  With a second factor, a stolen password is not enough to sign in.
                  {factor.isRequired && " Owners require one, so the last cannot be removed."}
                </Text>
                <App state={factor} isLast={passkeys.length === 0} onStep={onStep} />
                <Passkeys
                  passkeys={passkeys}
                  isLastNeeded={factor.isRequired && factor.since === null}
                  refusal={hasPasskeySupport() ? refusal : NO_SUPPORT}
                  onStep={onStep}
                />
                {(factor.since !== null || passkeys.length > 0) && (
                  <RecoveryCodes state={factor} onStep={onStep} />
                )}
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  );
}

const NO_SUPPORT = "This browser has no passkeys here. They need HTTPS.";

interface PartProps {
  readonly title: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, actions, children }: PartProps) {
  return (
    <Stack component="section" aria-label={title} gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={3} fz="md">
          {title}
        </Title>
        <Group gap="xs">{actions}</Group>
      </Group>
      {children}
    </Stack>
  );
}

interface StateProps {
  readonly state: FactorState;
  readonly onStep: (step: Step) => void;
}

function App({ state, isLast, onStep }: StateProps & { readonly isLast: boolean }) {
  const { since, isRequired } = state;
  if (since === null) {
    const setUp = (
      <Button size="compact-sm" variant="default" onClick={() => onStep({ kind: "app" })}>
        Set up
      </Button>
    );
    return (
      <Part title="Authenticator app" actions={setUp}>
        <Text>Signing in with your password then takes a code of an app on your phone.</Text>
      </Part>
    );
  }
  const actions = (
    <>
      <Button size="compact-sm" variant="default" onClick={() => onStep({ kind: "replace" })}>
        Use another app
      </Button>
      {!(isRequired && isLast) && (
        <Button
          size="compact-sm"
          color="red"
          variant="light"
          onClick={() => onStep({ kind: "remove" })}
        >
          Turn off
        </Button>
      )}
    </>
  );
  return (
    <Part title="Authenticator app" actions={actions}>
      <Text>
        On since <Moment at={since} />.
      </Text>
    </Part>
  );
}

interface PasskeysProps {
  readonly passkeys: readonly Passkey[];
  /** Whether the last passkey is the only second factor, and owners require one. */
  readonly isLastNeeded: boolean;
  readonly refusal: string | null;
  readonly onStep: (step: Step) => void;
}

function Passkeys({ passkeys, isLastNeeded, refusal, onStep }: PasskeysProps) {
  const add = refusal === null && (
    <Button size="compact-sm" variant="default" onClick={() => onStep({ kind: "add" })}>
      Add passkey
    </Button>
  );
  return (
    <Part title="Passkeys" actions={add}>
      <Text>
        {refusal ??
          "Your fingerprint, face or PIN, or a security key, signs you in without the password."}
      </Text>
      {passkeys.map((passkey) => (
        <Group key={passkey.id} justify="space-between" gap="xs">
          <Stack gap={0}>
            <Text fw={500}>{passkey.name}</Text>
            <Text fz="sm" c="dimmed">
              {passkey.host}, added <Moment at={passkey.createdAt} />,{" "}
              <LastUse at={passkey.lastUsedAt} />
            </Text>
          </Stack>
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Rename ${passkey.name}`}
              onClick={() => onStep({ kind: "rename", passkey })}
            >
              Rename
            </Button>
            {!(isLastNeeded && passkeys.length === 1) && (
              <Button
                size="compact-sm"
                color="red"
                variant="light"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => onStep({ kind: "remove-passkey", passkey })}
              >
                Remove
              </Button>
            )}
          </Group>
        </Group>
      ))}
    </Part>
  );
}

function LastUse({ at }: { readonly at: string | null }) {
  if (at === null) return "never used";
  return (
    <>
      last used <Moment at={at} />
    </>
  );
}

function RecoveryCodes({ state, onStep }: StateProps) {
  const hasApp = state.since !== null;
  const renew = (
    <Button size="compact-sm" variant="default" onClick={() => onStep({ kind: "renew", hasApp })}>
      New recovery codes
    </Button>
  );
  return (
    <Part title="Recovery codes" actions={renew}>
      <Text>
        Each signs you in once, with your password. Recovery codes left: {state.recoveryCodesLeft}.
      </Text>
    </Part>
  );
}
