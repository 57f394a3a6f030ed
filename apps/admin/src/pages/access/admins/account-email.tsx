import { Group, Text } from "@mantine/core";
import { useMe } from "../../../session.ts";
import { Own } from "../own.tsx";

/** Pixels, so that the columns after a long email stay visible. */
const MAX_WIDTH = { base: "100%", sm: 250 };

/** The email of an admin in a table. Marks the own one. */
export function AccountEmail({ id, email }: { readonly id: number; readonly email: string }) {
  const me = useMe();
  return (
    <Group gap={6} wrap="nowrap" maw={MAX_WIDTH}>
      <Text span inherit truncate miw={0} title={email}>
        {email}
      </Text>
      {id === me.id && <Own>You</Own>}
    </Group>
  );
}
