import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { hasPasskeySupport } from "../../passkeys.ts";

interface PasskeyButtonProps {
  /** `Sign in with a passkey` if not given. */
  readonly label?: string;
  readonly attempt: { readonly isPending: boolean; readonly mutate: (credentials: null) => void };
}

/** The button that uses a passkey alone, without a password. */
export function PasskeyButton({ label = "Sign in with a passkey", attempt }: PasskeyButtonProps) {
  return (
    <Button
      variant="default"
      fullWidth
      disabled={attempt.isPending}
      leftSection={<IconFingerprint size={16} aria-hidden />}
      onClick={() => attempt.mutate(null)}
    >
      {label}
    </Button>
  );
}

/** True if the site and this browser have passkeys. */
export function hasPasskeys(methods: { readonly passkey: boolean } | undefined): boolean {
  return methods?.passkey === true && hasPasskeySupport();
}
