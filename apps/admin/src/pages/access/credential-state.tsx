import { Mark } from "../../ui/mark.tsx";
import { Moment } from "../../ui/moment.tsx";

/** An end nearer than this is worth a look, in milliseconds. */
const SOON = 7 * 24 * 60 * 60 * 1000;

interface CredentialStateProps {
  readonly disabledAt: string | null;
  readonly expiresAt?: string | null;
}

/** Whether a client, key or secret is accepted now, and until when. */
export function CredentialState({ disabledAt, expiresAt = null }: CredentialStateProps) {
  if (disabledAt !== null) {
    return (
      <Mark tone="idle">
        Disabled <Moment at={disabledAt} />
      </Mark>
    );
  }
  if (expiresAt === null) return <Mark tone="good">Active</Mark>;
  const left = Date.parse(expiresAt) - Date.now();
  if (left > 0) {
    return (
      <Mark tone={left < SOON ? "busy" : "good"}>
        Active, ends <Moment at={expiresAt} />
      </Mark>
    );
  }
  return (
    <Mark tone="idle">
      Ended <Moment at={expiresAt} />
    </Mark>
  );
}
