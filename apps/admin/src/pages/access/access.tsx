import { useParams } from "@tanstack/react-router";
import { Admins } from "./admins.tsx";
import { Clients } from "./clients.tsx";
import { Keys } from "./keys.tsx";
import { isSection } from "./section-names.ts";
import { Sessions } from "./sessions.tsx";
import { SigningKeys } from "./signing-keys.tsx";

const PAGES = {
  clients: Clients,
  keys: Keys,
  admins: Admins,
  sessions: Sessions,
  "signing-keys": SigningKeys,
};

/** The section of Access in the URL. */
export function Access() {
  const { section } = useParams({ from: "/signed-in/p/$projectId/access/$section" });
  const Section = PAGES[isSection(section) ? section : "clients"];
  return <Section />;
}
