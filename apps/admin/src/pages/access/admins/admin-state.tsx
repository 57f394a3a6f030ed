import { Mark } from "../../../ui/values/mark.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { CredentialState } from "../credentials/credentials.tsx";

interface AdminStateProps {
  readonly disabledAt: string | null;
  readonly link: { readonly isInvitation: boolean; readonly expiresAt: string } | null;
}

/** Shows whether an admin is active, or has a link to join or to set a password. */
export function AdminState({ disabledAt, link }: AdminStateProps) {
  if (disabledAt !== null || link === null) return <CredentialState disabledAt={disabledAt} />;
  const isExpired = Date.parse(link.expiresAt) <= Date.now();
  return (
    <Mark tone={isExpired ? "bad" : "busy"}>
      {link.isInvitation ? "Invited" : "Password link"}, {isExpired ? "expired" : "expires"}{" "}
      <Moment at={link.expiresAt} />
    </Mark>
  );
}
