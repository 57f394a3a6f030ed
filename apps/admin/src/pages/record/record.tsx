import { Tabs } from "@mantine/core";
import { activitiesOf } from "@rapport/model";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { api, statusOf } from "../../api.ts";
import { typeNames, typeOfPlural, useTypes } from "../../object-types.ts";
import { oneOf } from "../../search-values.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { recallList } from "../records/opened-list.ts";
import { Associations } from "./associations.tsx";
import { Erased } from "./erased.tsx";
import { MergedNote } from "./merged-note.tsx";
import { Missing } from "./missing.tsx";
import { Neighbours } from "./neighbours.tsx";
import { Properties } from "./properties.tsx";
import { PropertyHistory } from "./property-history.tsx";
import classes from "./record.module.css";
import { RecordActions, RecordLead } from "./record-header.tsx";
import { type RecordParts, useRecordSearch } from "./record-model.ts";
import { RecordSkeleton } from "./record-skeleton.tsx";
import { RECORD_TABS } from "./search.ts";
import { StageBar } from "./stage-bar.tsx";
import { ActivityDrawer } from "./timeline/activity-drawer.tsx";
import { Timeline } from "./timeline/timeline.tsx";

/** The page of a record: properties, timeline and associations. */
export function Record() {
  useTypes();
  const projectId = useProjectId();
  const { plural, recordId } = useParams({ from: "/signed-in/p/$projectId/$plural/$recordId" });
  const type = typeOfPlural(plural) as string;
  const isNumber = /^[1-9]\d{0,14}$/.test(recordId);
  const recordKey = { projectId, type, id: Number(recordId) };
  const record = useQuery(api.records.read.queryOptions(recordKey, { enabled: isNumber }));
  const schema = useQuery(api.schema.read.queryOptions({ projectId, type }));
  const list = recallList(projectId, type) ?? { to: `/p/${projectId}/${plural}`, search: {} };
  const above = [{ label: typeNames(type).label, to: list.to, search: list.search }];
  if (!isNumber || statusOf(record.error) === 404) return <Missing {...recordKey} above={above} />;
  if (statusOf(record.error) === 410) return <Erased {...recordKey} above={above} />;
  if (record.data && record.data.id !== recordKey.id) {
    const to = `/p/${projectId}/${plural}/${record.data.id}`;
    return <Navigate to={to} search={{ merged: recordKey.id }} replace />;
  }
  const both =
    record.data && schema.data ? { record: record.data, schema: schema.data } : undefined;
  const query = {
    data: both,
    error: record.error ?? schema.error,
    refetch: () => Promise.all([record.refetch(), schema.refetch()]),
  };
  const parts = both && { recordKey, ...both };
  return (
    <Page
      key={recordId}
      wide
      title={record.data?.name ?? `${typeNames(type).singular} #${recordId}`}
      above={above}
      lead={parts && <RecordLead {...parts} />}
      actions={
        <>
          <Neighbours recordKey={recordKey} />
          {parts && <RecordActions {...parts} />}
        </>
      }
      bar={parts && typeNames(type).hasPipeline && <StageBar {...parts} />}
    >
      <Loaded query={query} skeleton={<RecordSkeleton />}>
        {(data) => <Parts recordKey={recordKey} {...data} />}
      </Loaded>
    </Page>
  );
}

function Parts(parts: RecordParts) {
  const [search, change] = useRecordSearch();
  // A note belongs to what it is associated with.
  const first = activitiesOf(parts.recordKey.type).includes("task") ? "timeline" : "associations";
  return (
    <div className={classes.parts}>
      {search.merged !== undefined && (
        <MergedNote
          {...parts}
          merged={search.merged}
          onClose={() => change({ merged: undefined })}
        />
      )}
      <Properties {...parts} />
      <Tabs
        value={search.tab ?? first}
        onChange={(tab) => change({ tab: oneOf(RECORD_TABS, tab) }, true)}
        keepMounted={false}
        className={classes.side}
      >
        <Tabs.List>
          <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
          <Tabs.Tab value="associations">Associations</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="associations" pt="md">
          <Associations {...parts} />
        </Tabs.Panel>
        <Tabs.Panel value="timeline" pt="md">
          <Timeline {...parts} />
        </Tabs.Panel>
      </Tabs>
      <PropertyHistory {...parts} />
      <ActivityDrawer {...parts} />
    </div>
  );
}
