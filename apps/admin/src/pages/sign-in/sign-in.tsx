import { Alert, Divider, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type Credentials, signIn, signInMethods, signInWithPasskey } from "../../session.ts";
import { localPath } from "./local-path.ts";
import { PasswordForm } from "./password-form.tsx";
import { hasPasskeys, PasskeyButton, SingleSignOn, ssoMessage } from "./sign-in-buttons.tsx";
import { SignedOutPage } from "./signed-out-page.tsx";

/** The sign-in page. */
export function SignIn() {
  const { to = "/", error } = useSearch({ from: "/sign-in" });
  const { data: methods } = useQuery(signInMethods);
  const attempt = useMutation({
    // Without credentials a passkey signs in.
    mutationFn: (given: Credentials | null) =>
      given === null ? signInWithPasskey() : signIn(given),
    onSuccess: () => location.assign(localPath(to)),
  });
  return (
    <SignedOutPage name="Sign in" title="Sign in to Rapport">
      {error !== undefined && attempt.isIdle && (
        <Alert
          role="alert"
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
        >
          <Text>{ssoMessage(error)}</Text>
        </Alert>
      )}
      <PasswordForm
        attempt={attempt}
        others={
          <>
            {(methods?.oidc || hasPasskeys(methods)) && <Divider label="or" />}
            {hasPasskeys(methods) && <PasskeyButton attempt={attempt} />}
            {methods?.oidc && <SingleSignOn provider={methods.oidc.label} to={to} />}
          </>
        }
        {...(methods?.isNew && {
          hint: "The server printed the first admin’s password once, on its first start.",
        })}
      />
    </SignedOutPage>
  );
}
