import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { useMayEverywhere, useMe } from "../../session.ts";
import { ChangeButton } from "../../ui/dialogs/ask.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { type Column, column, DataTable } from "../../ui/tables/data-table.tsx";
import { browserName } from "../../ui/values/browser-name.ts";
import { formatMoment } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { Account, Own, RoleHint } from "./accounts.tsx";
import { SectionPage } from "./section-page.tsx";

type Session = Outputs["access"]["sessions"]["list"][number];

const COLUMNS: readonly Column<Session>[] = [
  column("admin", "Admin", (one) => <Who session={one} />),
  column("browser", "Browser", (one) => (
    <Text inherit maw={260} truncate title={one.userAgent}>
      {browserName(one.userAgent)}
    </Text>
  )),
  column("address", "Address", (one) => one.address),
  column("created", "Signed in", (one) => <Moment at={one.createdAt} />),
  column("seen", "Last seen", (one) => <Moment at={one.lastSeenAt} />),
  column("ends", "Expires", (one) => <Moment at={one.expiresAt} />),
  column("actions", "Actions", (one) => <EndSession session={one} />),
];

/** The sessions of all admins. */
export function Sessions() {
  return (
    <SectionPage
      section="sessions"
      lead="Where admins are signed in now. A session ends after 12 hours without use, and after 7 days at the latest."
      actions={<EndMyOthers />}
    >
      <RoleHint least="owner" ofInstallation>
        see and end others’ sessions
      </RoleHint>
      {useMayEverywhere("owner") ? <AllSessions /> : <OwnSessions />}
      <Text c="dimmed" fz="sm" mt="sm">
        To end this session too, choose Sign out everywhere in the menu under your email.
      </Text>
    </SectionPage>
  );
}

/** Ends the admin's sessions elsewhere, if there are any. */
function EndMyOthers() {
  const me = useMe();
  const { data: mine = [] } = useQuery(api.access.sessions.mine.queryOptions());
  if (!mine.some(({ id }) => id !== me.sessionId)) return null;
  return (
    <ChangeButton
      of={api.access.sessions.endMyOthers}
      failed="Your other sessions were not ended"
      input={undefined}
      done="Your other sessions ended."
    >
      End my other sessions
    </ChangeButton>
  );
}

function AllSessions() {
  return <SessionTable query={useQuery(api.access.sessions.list.queryOptions())} />;
}

function OwnSessions() {
  return <SessionTable query={useQuery(api.access.sessions.mine.queryOptions())} />;
}

interface SessionTableProps {
  readonly query: Parameters<typeof Loaded<readonly Session[]>>[0]["query"];
}

function SessionTable({ query }: SessionTableProps) {
  return (
    <Loaded query={query}>
      {(rows) => (
        <DataTable
          label="Sessions"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          empty={null}
        />
      )}
    </Loaded>
  );
}

function Who({ session }: { readonly session: Session }) {
  const me = useMe();
  return (
    <Account email={session.email}>
      {session.id === me.sessionId && <Own>This session</Own>}
    </Account>
  );
}

function EndSession({ session }: { readonly session: Session }) {
  const me = useMe();
  const { sessions } = api.access;
  if (session.id === me.sessionId) return null;
  return (
    <ChangeButton
      size="compact-sm"
      of={session.userId === me.id ? sessions.endOneOfMine : sessions.end}
      failed="The session was not ended"
      input={{ sessionId: session.id }}
      done={`A session of ${session.email} ended.`}
      aria-label={`End the session of ${session.email} with ${browserName(session.userAgent)}, signed in ${formatMoment(session.createdAt)}`}
    >
      End
    </ChangeButton>
  );
}
