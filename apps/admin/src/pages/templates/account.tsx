import { Alert, Box, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Outputs } from "../../api.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMoment } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { RemoveAccount } from "./remove-account.tsx";
import { SyncError } from "./sync-error.tsx";
import { SyncResult } from "./sync-result.tsx";
import { useSync } from "./use-sync.ts";
import { useOpened } from "./use-templates.ts";

type AccountState = Outputs["templates"]["account"]["read"];

/** The messaging account, with the sync and its result. */
export function Account() {
  const projectId = useProjectId();
  const account = useQuery(api.templates.account.read.queryOptions({ projectId }));
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

interface StateProps {
  readonly account: AccountState;
  /** True if the account's error is already shown above. */
  readonly isErrorShown: boolean;
}

function State({ account, isErrorShown }: StateProps) {
  const { show } = useOpened();
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
        <RemoveAccount wabaId={account.wabaId} opened={isAsked} onClose={() => setAsked(false)} />
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
