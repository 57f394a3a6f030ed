import { Mark } from "../../../ui/values/mark.tsx";
import { Moment } from "../../../ui/values/moment.tsx";

/** Highlights an expiry that is less than a week away. */
const SOON_MS = 7 * 24 * 60 * 60 * 1000;

interface CredentialStateProps {
  readonly disabledAt: string | null;
  readonly expiresAt?: string | null;
}

/** Shows if a client, key or secret is active, and until when. */
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
      <Mark tone={left < SOON_MS ? "busy" : "good"}>
        Active, expires <Moment at={expiresAt} />
      </Mark>
    );
  }
  return (
    <Mark tone="idle">
      Expired <Moment at={expiresAt} />
    </Mark>
  );
}
