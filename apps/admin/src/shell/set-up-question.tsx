import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api, queryClient } from "../api.ts";
import { signOut } from "../session.ts";
import { SecondFactor } from "./second-factor.tsx";

/** Says that owners require a second factor, and leads to setting one up or signing out. */
export function SetUpQuestion({ onDone }: { readonly onDone: () => void }) {
  const [isSettingUp, setSettingUp] = useState(false);
  const close = async () => {
    setSettingUp(false);
    const me = await queryClient.fetchQuery({ ...api.me.queryOptions(), staleTime: 0 });
    if (!me.needsFactor) onDone();
  };
  return (
    <Stack>
      <Text>
        Owners require it of everyone who signs in with a password. You need your password and an
        authenticator app on your phone. It takes about a minute.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => void signOut()}>
          Sign out
        </Button>
        <Button data-autofocus onClick={() => setSettingUp(true)}>
          Set up
        </Button>
      </Group>
      {isSettingUp && <SecondFactor from="begin" onClose={() => void close()} />}
    </Stack>
  );
}
