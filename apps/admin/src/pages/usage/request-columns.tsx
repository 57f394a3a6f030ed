import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type Column, column, numberColumn } from "../../ui/tables/data-table.tsx";
import { Mark, type Tone } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { formatDuration } from "./format.ts";
import classes from "./usage.module.css";
import type { LoggedRequest } from "./use-requests.ts";

export const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  column("request", "Request", (request) => <Request request={request} />),
  column("status", "Status", ({ status, code }) => (
    <Mark tone={toneOf(status)}>{code === null ? status : `${status} ${code}`}</Mark>
  )),
  numberColumn("duration", "Duration", ({ ms }) => formatDuration(ms)),
  column("credential", "Credential", ({ credential }) => credential.label),
  column("at", "Time", ({ at }) => <Moment at={at} />),
];

function Request({ request: { at, id, method, route } }: { readonly request: LoggedRequest }) {
  return (
    <Anchor
      c="inherit"
      className={classes.route}
      renderRoot={(props) => (
        <Link
          {...props}
          from="/p/$projectId/usage/requests"
          to="."
          search={(before) => ({ ...before, open: `${at} ${id}` })}
          replace
          resetScroll={false}
        />
      )}
    >
      {method} {route}
    </Anchor>
  );
}

export function toneOf(status: number): Tone {
  if (status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}
