import { Anchor, Stack, Text } from "@mantine/core";
import { TRPCClientError } from "@trpc/client";
import { ErrorNotice, issuesOf } from "../../ui/pages/error-notice.tsx";
import { useOpened } from "./use-templates.ts";

/** The error of a sync, with a link to the fix. */
export function SyncError({ error }: { readonly error: unknown }) {
  const { show } = useOpened();
  const lead = leadOf(error);
  return (
    <Stack gap="xs">
      <ErrorNotice error={error} />
      {lead && (
        <Text>
          {lead.words}{" "}
          {lead.action && (
            <Anchor component="button" type="button" inherit onClick={() => show("account")}>
              {lead.action}
            </Anchor>
          )}
        </Text>
      )}
    </Stack>
  );
}

const TOKEN = "Set a new token:";

/** What to do about an error, by its code. */
const LEADS: Readonly<Record<string, { words: string; action?: string }>> = {
  credentials_missing: { words: "Set an account:", action: "Set the account" },
  credentials_invalid: { words: TOKEN, action: "Replace the token" },
  credentials_not_permitted: { words: TOKEN, action: "Replace the token" },
  account_not_found: { words: "Check the account id:", action: "Change the account id" },
};

const WAIT: (typeof LEADS)[string] = {
  words: "Wait a few minutes, then sync again. The scheduled sync continues by itself.",
};

function leadOf(error: unknown) {
  const [issue] = issuesOf(error) as readonly { readonly code?: string }[];
  const lead = LEADS[issue?.code ?? ""];
  if (lead) return lead;
  const status = error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
  return status === 503 || status === 502 ? WAIT : undefined;
}
