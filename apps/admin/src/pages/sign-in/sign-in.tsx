import { Alert, Divider, Paper, Stack, Title } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { type Credentials, signIn, signInMethods, signInWithPasskey } from "../../session.ts";
import { localPath } from "./local-path.ts";
import { hasPasskeys, PasskeyButton } from "./passkey-button.tsx";
import { PasswordForm } from "./password-form.tsx";
import classes from "./sign-in.module.css";
import { SingleSignOn, ssoMessage } from "./single-sign-on.tsx";

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
  useEffect(() => {
    document.title = "Sign in · Rapport";
  }, []);
  return (
    <main className={classes.page}>
      <Paper withBorder p="xl" w="100%" maw={380} shadow="xs">
        <Stack>
          <div>
            <img src="/favicon.svg" alt="" width={32} height={32} />
            <Title order={1} mt="xs">
              Sign in to Rapport
            </Title>
          </div>
          {error !== undefined && attempt.isIdle && (
            <Alert role="alert" variant="default" icon={<IconInfoCircle size={18} aria-hidden />}>
              {ssoMessage(error)}
            </Alert>
          )}
          <PasswordForm
            attempt={attempt}
            {...(methods?.isNew && {
              hint: "The server printed the first admin’s password once, on its first start.",
            })}
          />
          {(methods?.oidc || hasPasskeys(methods)) && <Divider label="or" />}
          {hasPasskeys(methods) && <PasskeyButton attempt={attempt} />}
          {methods?.oidc && <SingleSignOn provider={methods.oidc.label} to={to} />}
        </Stack>
      </Paper>
    </main>
  );
}
