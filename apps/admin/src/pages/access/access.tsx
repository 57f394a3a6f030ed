import { IconRotate, IconShieldLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api, type Outputs } from "../../api.ts";
import { useMayEverywhere, useMe } from "../../session.ts";
import { ChangeButton } from "../../ui/dialogs/ask.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { type Column, column, DataTable } from "../../ui/tables/data-table.tsx";
import { CopiedId } from "../../ui/values/copy-icon.tsx";
import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { RoleHint } from "./accounts.tsx";
import { Admins } from "./admins/admins.tsx";
import { Clients } from "./clients/clients.tsx";
import { Keys } from "./keys/keys.tsx";
import { Members } from "./members.tsx";
import { hasSection, isSection } from "./section-names.ts";
import { SectionPage } from "./section-page.tsx";
import { Sessions } from "./sessions.tsx";

const COLUMNS: readonly Column<SigningKey>[] = [
  column("kid", "Key id", (one) => <CopiedId id={one.kid} label="key id" />),
  column("state", "State", (one) => <SigningKeyState signingKey={one} />),
  column("created", "Created", (one) => <Moment at={one.createdAt} />),
  column("from", "Signs from", (one) => <Moment at={one.signsFrom} />),
  column("until", "Signs until", (one) => <Moment at={one.signsUntil} never="Until rotated" />),
  column("retired", "Retired", (one) => <Moment at={one.retiredAt} never="Not yet" />),
];

const ROTATION =
  "A new key is published now and starts signing in 15 minutes, when every program has fetched it. The current key then stops signing, but verifies tokens for another 35 minutes, until the last one has expired. Nothing stops working.";

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

/** The keys that sign access tokens, and their rotation. */
function SigningKeys() {
  const keys = useQuery(api.access.signingKeys.list.queryOptions());
  const rotate = useMayEverywhere("owner") && (
    <ChangeButton
      variant="filled"
      leftSection={<IconRotate size={16} aria-hidden />}
      of={api.access.signingKeys.rotate}
      input={undefined}
      done="New key published."
      asks={{
        title: "Rotate the signing key?",
        action: "Rotate key",
        isHarmless: true,
        children: ROTATION,
      }}
    >
      Rotate key
    </ChangeButton>
  );
  return (
    <SectionPage
      section="signing-keys"
      lead="The keys that sign access tokens. Programs find the public parts at /oauth2/jwks."
      actions={rotate}
    >
      <RoleHint least="owner" ofInstallation>
        rotate the signing key
      </RoleHint>
      <Loaded query={keys}>
        {(rows) => (
          <DataTable
            label="Signing keys"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ kid }) => kid}
            empty={null}
          />
        )}
      </Loaded>
    </SectionPage>
  );
}

type SigningKey = Outputs["access"]["signingKeys"]["list"][number];

/** Whether a key signs, signs soon, only verifies, or is retired. */
function SigningKeyState({ signingKey }: { readonly signingKey: SigningKey }) {
  const { signsFrom, signsUntil, retiredAt } = signingKey;
  const isPast = (at: string | null) => at !== null && Date.parse(at) <= Date.now();
  if (!isPast(signsFrom)) {
    return (
      <Mark tone="busy">
        Published, starts signing <Moment at={signsFrom} />
      </Mark>
    );
  }
  if (!isPast(signsUntil)) return <Mark tone="good">Signing</Mark>;
  if (isPast(retiredAt)) return <Mark tone="idle">Retired</Mark>;
  return (
    <Mark tone="idle">
      Verifies only, retires <Moment at={retiredAt} />
    </Mark>
  );
}
