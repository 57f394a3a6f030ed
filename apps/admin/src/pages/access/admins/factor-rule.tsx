import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { api } from "../../../api.ts";
import { signInMethods, useMayEverywhere, useMe } from "../../../session.ts";
import { SecondFactor } from "../../../shell/second-factor/lazy.ts";
import { Ask } from "../../../ui/dialogs/ask.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import type { Admin } from "../types.ts";

interface FactorRuleProps {
  readonly admins: readonly Admin[];
}

/** Says whether admins need a second factor. Owners change it. */
export function FactorRule({ admins }: FactorRuleProps) {
  const { data: rule } = useQuery(api.access.secondFactor.rule.queryOptions());
  const isOwner = useMayEverywhere("owner");
  const [isAsking, setAsking] = useState(false);
  const [isSettingUp, setSettingUp] = useState(false);
  if (rule === undefined) return null;
  const active = admins.filter(({ disabledAt }) => disabledAt === null);
  const without = active.filter(({ hasSecondFactor }) => !hasSecondFactor).length;
  const { requiredSince } = rule;
  return (
    <Group mb="sm" gap="sm">
      <Text>
        {requiredSince === null ? (
          "A second factor is optional."
        ) : (
          <>
            A second factor is required since <Moment at={requiredSince} />.
          </>
        )}{" "}
        {active.length - without} of {active.length} active admins have one.
      </Text>
      {isOwner && (
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {requiredSince === null ? "Require a second factor" : "Make it optional"}
        </Button>
      )}
      {isAsking && requiredSince === null && (
        <Require
          admins={admins}
          without={without}
          onSetUp={() => {
            setAsking(false);
            setSettingUp(true);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {isAsking && requiredSince !== null && (
        <Ask
          title="Make the second factor optional?"
          action="Make it optional"
          of={api.access.secondFactor.lift}
          input={undefined}
          done="A second factor is now optional."
          onClose={() => setAsking(false)}
        >
          Admins who have none sign in with the password alone again. Those who have one keep it,
          and can turn it off.
        </Ask>
      )}
      <Suspense>{isSettingUp && <SecondFactor onClose={() => setSettingUp(false)} />}</Suspense>
    </Group>
  );
}

interface RequireProps extends FactorRuleProps {
  readonly without: number;
  /** Opens the admin's own second factor. */
  readonly onSetUp: () => void;
  readonly onClose: () => void;
}

function Require({ admins, without, onSetUp, onClose }: RequireProps) {
  const me = useMe();
  const { data: methods } = useQuery(signInMethods);
  const isReady = admins.find(({ id }) => id === me.id)?.hasSecondFactor === true;
  return (
    <Ask
      title="Require a second factor?"
      action="Require"
      of={api.access.secondFactor.require}
      input={undefined}
      done="A second factor is now required."
      onClose={onClose}
      instead={
        isReady ? undefined : (
          <Text>Set up your own second factor first. Otherwise this would lock you out too.</Text>
        )
      }
      firstStep={<Button onClick={onSetUp}>Set up second factor</Button>}
    >
      {howMany(without)} The rule counts at once, also where they are signed in: before anything
      else they are asked to set one up, which takes their password. What they have not saved is
      kept.
      {methods?.oidc &&
        ` Who signs in with ${methods.oidc.label} needs none here: require it at the provider.`}
    </Ask>
  );
}

function howMany(without: number): string {
  if (without === 0) return "All active admins have one. Nobody can turn it off then.";
  return without === 1 ? "1 active admin has none." : `${without} active admins have none.`;
}
