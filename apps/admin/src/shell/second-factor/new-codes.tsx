import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { SecretOnce } from "../../ui/dialogs/secret-once.tsx";
import type { StepProps } from "./fields.tsx";

interface NewCodesProps extends StepProps {
  readonly codes: readonly string[];
}

/** Shows new recovery codes once, to copy or to save as a file. */
export function NewCodes({ codes, onClose }: NewCodesProps) {
  // The page of an admin who has to set a second factor up has not fetched it.
  const { data: me } = useQuery(api.me.queryOptions());
  const value = codes.join("\n");
  const of = me === undefined ? "" : ` of ${me.email}`;
  const head = `Recovery codes${of} for Rapport at ${location.host}.`;
  return (
    <SecretOnce
      title="Recovery codes"
      kept="Only digests are stored, so they cannot be shown again."
      note={
        <Text>
          If you lose your authenticator app or your passkeys, sign in with your password and one of
          these codes. Each works once. Keep them where you can get at them without this device.
        </Text>
      }
      secrets={[{ label: "Recovery codes", value }]}
      download={{
        label: "Download codes",
        name: "rapport-recovery-codes.txt",
        text: `${head}\nEach signs you in once, with your password.\n\n${value}\n`,
      }}
      onClose={onClose}
    />
  );
}
