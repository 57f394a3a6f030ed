import { Anchor, Divider, Stack, Text } from "@mantine/core";
import { focusManager, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { PasswordForm } from "../../pages/sign-in/password-form.tsx";
import { hasPasskeys, PasskeyButton, SingleSignOn } from "../../pages/sign-in/sign-in-buttons.tsx";
import {
  type Credentials,
  resumeSession,
  signIn,
  signInMethods,
  signInWithPasskey,
  tellRecoveryCodesLeft,
} from "../../session.ts";

/** The ways to sign in again as the same admin. A sign-in in another tab counts on the next focus. */
export function SignInAgain({ email }: { readonly email: string }) {
  const { data: methods } = useQuery(signInMethods);
  const attempt = useMutation({
    // Without credentials a passkey signs in.
    mutationFn: (given: Credentials | null) =>
      (given === null ? signInWithPasskey() : signIn(given)).then(resumeSession),
    onSuccess: () => void tellRecoveryCodesLeft(),
  });
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (isFocused) resumeSession().catch(() => undefined);
      }),
    [],
  );
  const here = `${location.pathname}${location.search}`;
  return (
    <Stack>
      <Text c="dimmed">Sign in again to continue. Your unsaved changes are kept.</Text>
      <PasswordForm email={email} attempt={attempt} />
      {(methods?.oidc || hasPasskeys(methods)) && <Divider label="or" />}
      {hasPasskeys(methods) && <PasskeyButton attempt={attempt} />}
      {methods?.oidc && <SingleSignOn provider={methods.oidc.label} to={here} inNewTab />}
      <Anchor href={`/sign-in?${new URLSearchParams({ to: here })}`} ta="center">
        Sign in as another admin
      </Anchor>
    </Stack>
  );
}
