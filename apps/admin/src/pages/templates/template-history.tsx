import { Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { SURFACES } from "../../surfaces.ts";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { labelOf } from "../../ui/values/label-of.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { TemplateStatus } from "./template-status.tsx";
import classes from "./templates.module.css";

type Change = Outputs["templates"]["history"]["changes"][number];

/** The changes that syncs made to a template, newest first. */
export function TemplateHistory({ id }: { readonly id: number }) {
  const projectId = useProjectId();
  const query = useInfiniteQuery(
    api.templates.history.infiniteQueryOptions(
      { projectId, id, limit: 20 },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
  );
  return (
    <Stack gap="xs" component="section" aria-label="Changes by sync">
      <Title order={3}>Changes by sync</Title>
      <Loaded query={query} skeleton={<Lines count={2} />}>
        {({ pages }) => {
          const changes = pages.flatMap((page) => page.changes);
          if (changes.length === 0) {
            return <Text c="dimmed">No sync has changed this template yet.</Text>;
          }
          return (
            <ol className={classes.changes}>
              {changes.map((change) => (
                <Entry key={change.id} change={change} />
              ))}
            </ol>
          );
        }}
      </Loaded>
      <LoadMore query={query} mt={0} />
    </Stack>
  );
}

function Entry({ change: { status, category, actor, surface, at } }: { readonly change: Change }) {
  return (
    <li className={classes.change}>
      {status && (
        <div className={classes.fromTo}>
          <TemplateStatus status={status.from} />
          <To />
          <TemplateStatus status={status.to} />
        </div>
      )}
      {category && (
        <div className={classes.fromTo}>
          {labelOf(category.from)}
          <To />
          {labelOf(category.to)}
        </div>
      )}
      <Text fz="xs" c="dimmed">
        {actor.kind === "system" ? "On schedule" : `${actor.label} · ${SURFACES[surface]}`} ·{" "}
        <Moment at={at} />
      </Text>
    </li>
  );
}

function To() {
  return (
    <span role="img" aria-label="to">
      →
    </span>
  );
}
