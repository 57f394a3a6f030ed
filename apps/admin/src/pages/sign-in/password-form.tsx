import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { type Credentials, SignInRefused } from "../../session.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";

interface PasswordFormProps {
  /** Fixed email of the admin whose session ended; undefined for any admin. */
  readonly email?: string;
  readonly attempt: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: (credentials: Credentials) => void;
  };
}

/** The form to sign in with email and password, and then with the code of the second factor. */
export function PasswordForm({ email = "", attempt }: PasswordFormProps) {
  const form = useForm({ initialValues: { email, password: "", code: "" } });
  const { error } = attempt;
  // The code stays while an attempt runs, and after any refusal that follows.
  const [asksCode, setAsksCode] = useState(false);
  if (!asksCode && error instanceof SignInRefused && error.needsCode) setAsksCode(true);
  const isQuestion = error instanceof SignInRefused && error.isFirst;
  return (
    <form
      onSubmit={form.onSubmit(({ code, ...password }) =>
        attempt.mutate(asksCode ? { ...password, code } : password),
      )}
    >
      <Stack>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus={email === ""}
          readOnly={email !== ""}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus={email === "" ? undefined : true}
          autoFocus={email !== ""}
          required
          withAsterisk={false}
          {...form.getInputProps("password")}
        />
        {asksCode && (
          <TextInput
            label="Code"
            description="Six digits from your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            autoFocus
            required
            withAsterisk={false}
            {...form.getInputProps("code")}
          />
        )}
        {error && !isQuestion ? <ErrorNotice error={error} /> : null}
        <Button type="submit" loading={attempt.isPending} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
