import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { labelFromName } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { Figure } from "./figure.tsx";

type States = Outputs["home"]["templates"];

/** The states of the tenant's templates, and of the messaging account. */
export function TemplateStates() {
  const projectId = useProjectId();
  const project = useProject();
  const query = useQuery(project.home.templates.queryOptions());
  return (
    <Panel title="Templates">
      <Loaded query={query}>
        {(states) => <States states={states} list={`/p/${projectId}/templates`} />}
      </Loaded>
    </Panel>
  );
}

interface StatesProps {
  readonly states: States;
  /** Path of the list of templates. */
  readonly list: string;
}

function States({ states: { total, byStatus, account }, list }: StatesProps) {
  return (
    <Stack gap="sm">
      {total > 0 && (
        <Group gap="lg">
          {byStatus.map(({ status, count }) => (
            <Figure
              key={status}
              to={list}
              search={{ status }}
              count={count}
              label={labelFromName(status)}
              isBad={status === "REJECTED"}
            />
          ))}
        </Group>
      )}
      <Account account={account} list={list} />
    </Stack>
  );
}

function Account({
  account,
  list,
}: {
  readonly account: States["account"];
  readonly list: string;
}) {
  if (account === null) {
    return (
      <Text c="dimmed">
        No messaging account is connected.{" "}
        <Anchor component={Link} to={list} inherit underline="always">
          Connect one
        </Anchor>{" "}
        to sync templates.
      </Text>
    );
  }
  if (account.tokenInvalidAt !== null) {
    return (
      <Alert color="red" p="xs">
        The platform has refused the access token since <Moment at={account.tokenInvalidAt} />.{" "}
        <Anchor component={Link} to={list} inherit underline="always">
          Set a new one
        </Anchor>
      </Alert>
    );
  }
  return (
    <Text fz="xs" c="dimmed">
      Last synced: <Moment at={account.syncedAt} never="Never" />
    </Text>
  );
}
