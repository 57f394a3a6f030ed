import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { actorName } from "../../actors.ts";
import { api, type Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./home.module.css";

type Change = Outputs["home"]["latestChanges"][number];

/** The latest changes of records. */
export function LatestChanges() {
  const projectId = useProjectId();
  const query = useQuery(api.home.latestChanges.queryOptions({ projectId }));
  const all = (
    <Anchor component={Link} to={`/p/${projectId}/audit`}>
      Audit log
    </Anchor>
  );
  return (
    <Panel title="Latest changes" actions={all}>
      <Loaded query={query}>
        {(changes) =>
          changes.length === 0 ? (
            <Text c="dimmed">Changes of records appear here.</Text>
          ) : (
            <ul className={classes.changes}>
              {changes.map((change) => (
                <Entry key={change.id} change={change} base={`/p/${projectId}`} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Entry({ change, base }: { readonly change: Change; readonly base: string }) {
  const { plural, singular, icon: Icon } = typeNames(change.type);
  const to = change.isDeleted ? `${base}/bin` : `${base}/${plural}/${change.recordId}`;
  return (
    <li className={classes.entryOfChange}>
      <Icon size={16} stroke={1.7} className={classes.icon} role="img" aria-label={singular} />
      <div className={classes.said}>
        <Anchor component={Link} to={to} inherit c="inherit" fw={500}>
          {change.name}
        </Anchor>{" "}
        {done(change)}
        <Text fz="xs" c="dimmed">
          {actorName(change.actor)} · <Moment at={change.at} />
        </Text>
      </div>
    </li>
  );
}

function done({ action, changedProperties }: Change): string {
  if (action !== "updated") return action;
  return changedProperties === 1
    ? "updated (1 property)"
    : `updated (${changedProperties} properties)`;
}
