import { Button } from "@mantine/core";
import { IconFingerprint, IconLogin2 } from "@tabler/icons-react";
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

interface SingleSignOnProps {
  /** The provider's name. */
  readonly provider: string;
  /** Page to open after signing in; the server refuses other sites. */
  readonly to: string;
  /** True if this page must stay open. */
  readonly inNewTab?: boolean;
}

/** The button that signs in with the OpenID provider. */
export function SingleSignOn({ provider, to, inNewTab = false }: SingleSignOnProps) {
  return (
    <Button
      component="a"
      href={`/session/oidc?${new URLSearchParams({ to })}`}
      target={inNewTab ? "_blank" : undefined}
      variant="default"
      fullWidth
      // The name of a provider may be long.
      h="auto"
      mih={36}
      py={6}
      styles={{
        label: { height: "auto", lineHeight: 1.35, textWrap: "balance", whiteSpace: "normal" },
      }}
      leftSection={<IconLogin2 size={16} aria-hidden />}
    >
      Sign in with {provider}
    </Button>
  );
}

/** Messages for failed single sign-ons, by the server's code. */
const MESSAGES: Readonly<Record<string, string>> = {
  sso_cancelled: "Single sign-on was cancelled. Try again, or sign in with a password.",
  sso_expired:
    "This sign-in took longer than ten minutes, or was started in another browser. Try again.",
  sso_failed:
    "The provider’s answer could not be used. Try again. If it fails again, see the server’s log.",
  sso_unavailable: "The provider cannot be reached. Try again later, or sign in with a password.",
  sso_not_allowed:
    "No active admin matches your account at the provider. Ask an owner to create an admin with its email, or sign in with a password.",
  rate_limited: "Too many sign-in attempts. Try again in 15 minutes.",
};

export function ssoMessage(code: string): string {
  return (Object.hasOwn(MESSAGES, code) && MESSAGES[code]) || "Sign-in failed. Try again.";
}
