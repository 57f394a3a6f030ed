import { IconShieldLock } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useMe } from "../../session.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { Admins } from "./admins/admins.tsx";
import { Clients } from "./clients/clients.tsx";
import { Keys } from "./keys/keys.tsx";
import { Members } from "./members/members.tsx";
import { hasSection, isSection } from "./section-names.ts";
import { SectionPage } from "./section-page.tsx";
import { Sessions } from "./sessions/sessions.tsx";
import { SigningKeys } from "./signing-keys/signing-keys.tsx";

const PAGES = {
  clients: Clients,
  keys: Keys,
  members: Members,
  admins: Admins,
  sessions: Sessions,
  "signing-keys": SigningKeys,
};

/** The section of Access in the URL. */
export function Access() {
  const { section } = useParams({ from: "/signed-in/p/$projectId/access/$section" });
  const { role } = useMe();
  const name = isSection(section) ? section : "clients";
  if (!hasSection(name, role)) {
    return (
      <SectionPage section={name} lead="This belongs to the whole installation.">
        <Empty icon={IconShieldLock} title="Only admins of the installation see this">
          Your roles are in single tenants. Their members are under Members.
        </Empty>
      </SectionPage>
    );
  }
  const Section = PAGES[name];
  return <Section />;
}
