import { Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { signIn } from "../../session.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import classes from "./sign-in.module.css";

/** Where admins come in. */
export function SignIn() {
  const { to } = useSearch({ from: "/sign-in" });
  const form = useForm({ initialValues: { email: "", password: "" } });
  const attempt = useMutation({
    mutationFn: signIn,
    // A page of our own alone: an address of another site has a host, or starts with two slashes.
    onSuccess: () => location.assign(to && /^\/(?![/\\])/.test(to) ? to : "/"),
  });
  useEffect(() => {
    document.title = "Sign in · Rapport";
  }, []);
  return (
    <main className={classes.page}>
      <Paper withBorder p="xl" w="100%" maw={380} shadow="xs">
        <form onSubmit={form.onSubmit((credentials) => attempt.mutate(credentials))}>
          <Stack>
            <Stack gap={2}>
              <img src="/favicon.svg" alt="" width={32} height={32} />
              <Title order={1} mt="xs">
                Sign in to Rapport
              </Title>
              <Text c="dimmed">
                The first admin’s password was printed once when the server first started.
              </Text>
            </Stack>
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              required
              autoFocus
              {...form.getInputProps("email")}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              {...form.getInputProps("password")}
            />
            {attempt.error && <ErrorNotice error={attempt.error} />}
            <Button type="submit" loading={attempt.isPending} fullWidth>
              Sign in
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}
