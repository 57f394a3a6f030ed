import { Anchor, Badge, Group, Text } from "@mantine/core";
import { useDocumentVisibility } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { actorName } from "../../actors.ts";
import type { Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { Panel } from "../../ui/pages/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./home.module.css";

type Mention = Outputs["home"]["mentions"][number];

/** Fetches the activities that mention the admin. */
export function useMentions() {
  return useQuery(useProject().home.mentions.queryOptions());
}

/** The activities that mention the admin, with those that are new since they last saw them, in whichever browser. */
export function Mentions() {
  const projectId = useProjectId();
  const { data: mentions = [] } = useMentions();
  const project = useProject();
  const queryClient = useQueryClient();
  const { mutate: see } = useChange(project.home.seeMentions, {
    // Nobody waits for it, and the next visit tries again.
    showsError: true,
    onDone: (_, { until }) =>
      queryClient.setQueryData(project.home.mentions.queryKey(), (all) =>
        all?.map((one) => (one.at <= until ? { ...one, isNew: false } : one)),
      ),
  });
  const isShown = useDocumentVisibility() === "visible";
  // New mentions stay marked while the admin reads them.
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const fresh = mentions.filter(({ isNew }) => isNew);
  const until = fresh[0]?.at;
  useEffect(() => {
    if (until === undefined || !isShown) return;
    see({ until });
  }, [until, isShown, see]);
  const isMarked = ({ id, isNew }: Mention) => isNew || marked.has(id);
  if (fresh.some(({ id }) => !marked.has(id))) {
    setMarked(new Set([...marked, ...fresh.map(({ id }) => id)]));
  }
  if (mentions.length === 0) return null;
  const count = mentions.filter(isMarked).length;
  return (
    <Panel
      title="Mentions of you"
      actions={
        count > 0 && (
          <Badge variant="light" tt="none">
            {count} new
          </Badge>
        )
      }
    >
      <ul className={classes.changes}>
        {mentions.map((mention) => {
          const { kind, id, name, author, at } = mention;
          const { plural, singular, icon: Icon } = typeNames(kind);
          return (
            <li key={id} className={classes.entryOfChange}>
              <Icon
                size={16}
                stroke={1.7}
                className={classes.icon}
                role="img"
                aria-label={singular}
              />
              <div className={classes.said}>
                <Group gap={6} wrap="nowrap" className={classes.done}>
                  <Anchor
                    component={Link}
                    to={`/p/${projectId}/${plural}/${id}`}
                    inherit
                    c="inherit"
                    fw={isMarked(mention) ? 600 : 500}
                    truncate
                    title={name}
                  >
                    {name}
                  </Anchor>
                  {isMarked(mention) && (
                    <Badge size="xs" variant="light" tt="none" flex="none">
                      New
                    </Badge>
                  )}
                </Group>
                <Text fz="xs" c="dimmed" className={classes.who}>
                  {author !== null && `${actorName(author)} · `}
                  <Moment at={at} />
                </Text>
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
