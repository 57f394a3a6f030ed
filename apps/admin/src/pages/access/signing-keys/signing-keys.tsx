import { Button } from "@mantine/core";
import { IconRotate } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useMayEverywhere } from "../../../session.ts";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { type Column, column, DataTable } from "../../../ui/tables/data-table.tsx";
import { CopiedId } from "../../../ui/values/copied-id.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { RoleHint } from "../role-hint.tsx";
import { SectionPage } from "../section-page.tsx";
import { RotateSigningKey } from "./rotate-signing-key.tsx";
import { type SigningKey, SigningKeyState } from "./signing-key-state.tsx";

const COLUMNS: readonly Column<SigningKey>[] = [
  column("kid", "Key id", (one) => <CopiedId id={one.kid} label="key id" />),
  column("state", "State", (one) => <SigningKeyState signingKey={one} />),
  column("created", "Created", (one) => <Moment at={one.createdAt} />),
  column("from", "Signs from", (one) => <Moment at={one.signsFrom} />),
  column("until", "Signs until", (one) => <Moment at={one.signsUntil} never="Until rotated" />),
  column("retired", "Retired", (one) => <Moment at={one.retiredAt} never="Not yet" />),
];

/** The keys that sign access tokens, and their rotation. */
export function SigningKeys() {
  const keys = useQuery(api.access.signingKeys.list.queryOptions());
  const [isRotating, setRotating] = useState(false);
  const rotate = useMayEverywhere("owner") && (
    <Button leftSection={<IconRotate size={16} aria-hidden />} onClick={() => setRotating(true)}>
      Rotate key
    </Button>
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
      {isRotating && <RotateSigningKey onClose={() => setRotating(false)} />}
    </SectionPage>
  );
}
