import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ErrorNotice } from "../../ui/error-notice.tsx";

interface PasswordFormProps {
  /** Fixed email of the admin whose session ended; undefined for any admin. */
  readonly email?: string;
  readonly attempt: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: (credentials: { email: string; password: string }) => void;
  };
}

/** The form to sign in with email and password. */
export function PasswordForm({ email = "", attempt }: PasswordFormProps) {
  const form = useForm({ initialValues: { email, password: "" } });
  return (
    <form onSubmit={form.onSubmit((credentials) => attempt.mutate(credentials))}>
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
        {attempt.error ? <ErrorNotice error={attempt.error} /> : null}
        <Button type="submit" loading={attempt.isPending} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
