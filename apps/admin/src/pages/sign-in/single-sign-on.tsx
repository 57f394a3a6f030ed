import { Button } from "@mantine/core";
import { IconLogin2 } from "@tabler/icons-react";

interface SingleSignOnProps {
  /** What the provider is called. */
  readonly provider: string;
  /** Page to go to once signed in; the server takes none of another site. */
  readonly to: string;
  /** Whether this page stays as it is. */
  readonly inNewTab?: boolean;
}

/** The way to the OpenID provider, which sends the browser back signed in. */
export function SingleSignOn({ provider, to, inNewTab = false }: SingleSignOnProps) {
  return (
    <Button
      component="a"
      href={`/session/oidc?${new URLSearchParams({ to })}`}
      target={inNewTab ? "_blank" : undefined}
      variant="default"
      fullWidth
      leftSection={<IconLogin2 size={16} aria-hidden />}
    >
      Sign in with {provider}
    </Button>
  );
}

/** What to do after a single sign-on that did not come about, by the code that the server gives. */
const MESSAGES: Readonly<Record<string, string>> = {
  sso_cancelled: "Single sign-on was cancelled. Try again, or sign in with a password.",
  sso_expired:
    "This sign-in took longer than ten minutes, or was begun in another browser. Try again.",
  sso_failed:
    "The provider’s answer could not be used. Try again; if it happens again, the server’s log says why.",
  sso_unavailable:
    "The provider cannot be reached now. Try again later, or sign in with a password.",
  sso_not_allowed:
    "No active admin here goes with that account at the provider. Ask an owner to add its email as an admin, or sign in with a password.",
  rate_limited: "Too many attempts to sign in. Wait a quarter of an hour and try again.",
};

export function ssoMessage(code: string): string {
  return (Object.hasOwn(MESSAGES, code) && MESSAGES[code]) || "Signing in did not work. Try again.";
}
