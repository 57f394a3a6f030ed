import { Anchor, Badge, Group, Text } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { actorName } from "../../actors.ts";
import { typeNames } from "../../object-types.ts";
import { useMe } from "../../session.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { Panel } from "../../ui/pages/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./home.module.css";

/** Fetches the activities that mention the admin. */
export function useMentions() {
  return useQuery(useProject().home.mentions.queryOptions());
}

/** The activities that mention the admin, with those that are new since Home was last open. The browser remembers that. */
export function Mentions() {
  const projectId = useProjectId();
  const me = useMe();
  const { data: mentions = [] } = useMentions();
  const [seen, setSeen] = useLocalStorage({
    key: `rapport.mentions.${projectId}.${me.id}`,
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  // Those that are new stay marked while they are read.
  const [seenBefore] = useState(seen);
  const newest = mentions[0]?.at ?? "";
  useEffect(() => {
    if (newest > seen) setSeen(newest);
  }, [newest, seen, setSeen]);
  if (mentions.length === 0) return null;
  const count = mentions.filter(({ at }) => at > seenBefore).length;
  return (
    <Panel title="Mentions of you" actions={count > 0 && <Badge tt="none">{count} new</Badge>}>
      <ul className={classes.changes}>
        {mentions.map(({ kind, id, name, author, at }) => {
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
                    fw={at > seenBefore ? 600 : 500}
                    truncate
                    title={name}
                  >
                    {name}
                  </Anchor>
                  {at > seenBefore && (
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
