import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { labelFromName } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./home.module.css";
import { Figure, PlatformState } from "./platform-state.tsx";

type States = Outputs["home"]["templates"];

/** The states of the tenant's templates, and of the messaging account, in a line. */
export function TemplateStates() {
  const projectId = useProjectId();
  const { data } = useQuery(useProject().home.templates.queryOptions());
  const list = `/p/${projectId}/templates`;
  return (
    <PlatformState title="Templates">
      {data?.byStatus.map(({ status, count }) => (
        <Figure
          key={status}
          to={list}
          search={{ status }}
          count={count}
          label={labelFromName(status).toLowerCase()}
          isBad={status === "REJECTED"}
        />
      ))}
      {data && <Account account={data.account} list={list} />}
    </PlatformState>
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
      <Text fz="inherit" c="dimmed">
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
      <Text fz="inherit" className={classes.bad}>
        The platform has refused the access token since <Moment at={account.tokenInvalidAt} />.{" "}
        <Anchor component={Link} to={list} inherit underline="always">
          Set a new one
        </Anchor>
      </Text>
    );
  }
  return (
    <Text fz="inherit" c="dimmed">
      Last synced: <Moment at={account.syncedAt} never="Never" />
    </Text>
  );
}
