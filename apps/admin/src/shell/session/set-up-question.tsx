import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../api.ts";
import { hasPasskeySupport } from "../../passkeys.ts";
import { signOut } from "../../session.ts";
import { SecondFactor } from "../second-factor/second-factor.tsx";

type From = "app" | "add";

interface SetUpQuestionProps {
  /** Called when a step opens or closes. */
  readonly onStep?: (isOpen: boolean) => void;
  readonly onDone: () => void;
}

/** Says that owners require a second factor, and leads to setting one up or signing out. */
export function SetUpQuestion({ onStep, onDone }: SetUpQuestionProps) {
  const [from, setFrom] = useState<From | null>(null);
  const { data } = useQuery(api.access.passkeys.list.queryOptions());
  const canAddPasskey = data?.refusal === null && hasPasskeySupport();
  const show = (step: From | null) => {
    setFrom(step);
    onStep?.(step !== null);
  };
  const close = async () => {
    show(null);
    const me = await queryClient.fetchQuery({ ...api.me.queryOptions(), staleTime: 0 });
    if (!me.needsFactor) onDone();
  };
  return (
    <Stack>
      <Text>
        Owners require it of everyone who signs in with a password. You need your password and an
        authenticator app on your phone{canAddPasskey && ", or a passkey"}. It takes about a minute.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => void signOut()}>
          Sign out
        </Button>
        {canAddPasskey && (
          <Button variant="default" onClick={() => show("add")}>
            Add passkey
          </Button>
        )}
        <Button data-autofocus onClick={() => show("app")}>
          Set up app
        </Button>
      </Group>
      {from !== null && <SecondFactor from={from} onClose={() => void close()} />}
    </Stack>
  );
}
