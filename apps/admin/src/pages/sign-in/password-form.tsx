import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { hasPasskeySupport } from "../../passkeys.ts";
import { type Credentials, SignInRefused } from "../../session.ts";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";

interface PasswordFormProps {
  /** Fixed email of the admin whose session ended; undefined for any admin. */
  readonly email?: string;
  /** The password, if it is known already. */
  readonly password?: string;
  /** Shown above the fields until a code is asked for. */
  readonly hint?: string;
  /** Other ways to sign in, below the form until a code is asked for. */
  readonly others?: ReactNode;
  readonly attempt: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: (credentials: Credentials) => void;
  };
}

/** The form to sign in with email and password, and then with the code of the second factor. */
export function PasswordForm(props: PasswordFormProps) {
  const { email = "", password = "", hint, others, attempt } = props;
  const form = useForm({ initialValues: { email, password, code: "" } });
  const { error } = attempt;
  // The code stays while an attempt runs, and after any refusal that follows.
  const [ways, setWays] = useState<readonly string[] | null>(null);
  const isQuestion = error instanceof SignInRefused && error.isFirst;
  if (isQuestion && ways !== error.ways) setWays(error.ways);
  const asksCode = ways !== null;
  const code = useRef<HTMLInputElement>(null);
  const isWrong = error instanceof SignInRefused && error.needsCode && !isQuestion;
  useEffect(() => {
    if (isWrong) code.current?.select();
  }, [isWrong]);
  const hasPasskey = asksCode && ways.includes("passkey") && hasPasskeySupport();
  return (
    <>
      <form
        onSubmit={form.onSubmit(({ code, ...password }) =>
          attempt.mutate(asksCode ? { ...password, code } : password),
        )}
      >
        <Stack>
          {hint !== undefined && !asksCode && <Text c="dimmed">{hint}</Text>}
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
            aria-invalid={form.errors.password !== undefined}
            {...form.getInputProps("password")}
          />
          {asksCode && (
            <TextInput
              ref={code}
              label="Code"
              description={
                ways.includes("app")
                  ? "Six digits from your authenticator app, or a recovery code."
                  : "A recovery code, if you cannot use your passkey."
              }
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
          {hasPasskey && (
            <Button
              variant="default"
              fullWidth
              disabled={attempt.isPending}
              onClick={() => {
                const { email, password } = form.getValues();
                attempt.mutate({ email, password, withPasskey: true });
              }}
            >
              Use a passkey instead of a code
            </Button>
          )}
        </Stack>
      </form>
      {!asksCode && others}
    </>
  );
}
