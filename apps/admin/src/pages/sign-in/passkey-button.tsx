import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { hasPasskeySupport } from "../../passkeys.ts";

interface PasskeyButtonProps {
  readonly attempt: { readonly isPending: boolean; readonly mutate: (credentials: null) => void };
}

/** The button that signs in with a passkey alone. */
export function PasskeyButton({ attempt }: PasskeyButtonProps) {
  return (
    <Button
      variant="default"
      fullWidth
      disabled={attempt.isPending}
      leftSection={<IconFingerprint size={16} aria-hidden />}
      onClick={() => attempt.mutate(null)}
    >
      Sign in with a passkey
    </Button>
  );
}

/** True if the site and this browser have passkeys. */
export function hasPasskeys(methods: { readonly passkey: boolean } | undefined): boolean {
  return methods?.passkey === true && hasPasskeySupport();
}
