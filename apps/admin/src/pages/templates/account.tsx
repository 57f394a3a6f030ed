import { Alert, Anchor, Box, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { useState } from "react";
import { api, type Outputs } from "../../api.ts";
import { refetch } from "../../invalidation.ts";
import { useMay } from "../../session.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { Ask } from "../../ui/dialogs/ask.tsx";
import { ErrorNotice, failureIssues } from "../../ui/pages/error-notice.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMoment } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { SyncResult } from "../../ui/values/sync-result.tsx";
import { useOpened } from "./template-list.tsx";

type AccountState = Outputs["templates"]["account"]["read"];

/** The messaging account, with the sync and its result. */
export function Account() {
  const projectId = useProjectId();
  const project = useProject();
  const account = useQuery(project.templates.account.read.queryOptions());
  const { sync, isCurrent } = useSync(account.data?.updatedAt);
  const mayChange = useMay("admin");
  return (
    <div>
      <Panel
        title="Messaging account"
        lead="The WhatsApp Business account that templates are synced from."
        actions={
          mayChange && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={sync.isPending}
              onClick={() => sync.mutate({ projectId })}
            >
              Sync now
            </Button>
          )
        }
      >
        {isCurrent && sync.error ? <SyncError error={sync.error} /> : null}
        <Loaded query={account}>
          {(account) => <State account={account} isErrorShown={isCurrent && sync.isError} />}
        </Loaded>
      </Panel>
      <div role="status">
        {isCurrent && sync.data && (
          <Box mt="lg">
            <SyncResult result={sync.data} />
          </Box>
        )}
      </div>
    </div>
  );
}

/** The error of a sync, with a link to the fix. */
function SyncError({ error }: { readonly error: unknown }) {
  const { show } = useOpened();
  const lead = failureLead(error);
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

function failureLead(error: unknown) {
  const [issue] = failureIssues(error) as readonly { readonly code?: string }[];
  const lead = LEADS[issue?.code ?? ""];
  if (lead) return lead;
  const status = error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
  return status === 503 || status === 502 ? WAIT : undefined;
}

/**
 * Syncs the tenant's templates. A failed sync changes the account's state too.
 *
 * @param accountSetAt when the current account was set
 * @returns the mutation, and whether its result belongs to the current account
 */
function useSync(accountSetAt: string | undefined) {
  const { mutationFn } = api.templates.syncNow.mutationOptions();
  const sync = useMutation({
    ...(mutationFn && { mutationFn }),
    onMutate: () => ({ accountSetAt }),
    onSettled: () => refetch("templates"),
  });
  return { sync, isCurrent: sync.context?.accountSetAt === accountSetAt };
}

interface StateProps {
  readonly account: AccountState;
  /** True if the account's error is already shown above. */
  readonly isErrorShown: boolean;
}

function State({ account, isErrorShown }: StateProps) {
  const { show } = useOpened();
  const { remove } = useProject().templates.account;
  const [isAsked, setAsked] = useState(false);
  const mayChange = useMay("admin");
  return (
    <Stack gap="sm">
      {account === null ? (
        <Text>
          No account is set, so templates cannot be synced.
          {!mayChange && " An admin can set one."}
        </Text>
      ) : (
        <Known account={account} isErrorShown={isErrorShown} />
      )}
      {mayChange && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => show("account")}>
            {account === null ? "Set the account" : "Replace account or token"}
          </Button>
          {account !== null && (
            <Button size="xs" variant="subtle" color="red" onClick={() => setAsked(true)}>
              Remove
            </Button>
          )}
        </Group>
      )}
      {account !== null && (
        <Ask
          opened={isAsked}
          onClose={() => setAsked(false)}
          title="Remove the messaging account?"
          name={account.wabaId}
          action="Remove account"
          of={remove}
          input={undefined}
          done="Account removed."
        >
          This deletes the account id and its access token for every project of the tenant.
          Templates stay, but are no longer synced.
        </Ask>
      )}
    </Stack>
  );
}

interface KnownProps extends StateProps {
  readonly account: NonNullable<AccountState>;
}

function Known({ account, isErrorShown }: KnownProps) {
  const { wabaId, tokenInvalidAt, updatedAt, syncedAt } = account;
  return (
    <>
      {tokenInvalidAt !== null && !isErrorShown && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
          The platform has refused the access token since {formatMoment(tokenInvalidAt)}. Replace it
          to sync again.
        </Alert>
      )}
      <Facts
        columnPx={150}
        facts={[
          ["Account id", wabaId],
          ["Access token", <TokenState key="token" isRefused={tokenInvalidAt !== null} />],
          ["Token set", <Moment key="set" at={updatedAt} />],
          ["Last synced", <Moment key="synced" at={syncedAt} never="Not yet" />],
        ]}
      />
    </>
  );
}

function TokenState({ isRefused }: { readonly isRefused: boolean }) {
  return isRefused ? <Mark tone="bad">Refused</Mark> : <Mark tone="good">Set</Mark>;
}
