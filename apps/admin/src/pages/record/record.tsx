import { Alert, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconArrowMerge, IconEraser, IconFileUnknown } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link, Navigate, useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { api, failureStatus } from "../../api.ts";
import { Files } from "../../attachments/attachments.tsx";
import { objectType, typeNames, typeOfPlural, useTypes } from "../../object-types.ts";
import { RecordDrawer } from "../../records/form/record-drawer.tsx";
import { recallList } from "../../records/opened-list.ts";
import { Picture } from "../../records/picture.tsx";
import {
  type RecordData,
  type RecordKey,
  type RecordParts,
  useRecordSearch,
} from "../../records/record-model.ts";
import { useMe } from "../../session.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { type Crumb, Page } from "../../ui/pages/page.tsx";
import { Associations } from "./associations.tsx";
import { Neighbours } from "./neighbours.tsx";
import { Properties } from "./properties.tsx";
import { PropertyHistory } from "./property-history.tsx";
import classes from "./record.module.css";
import { RecordActions, RecordLead } from "./record-header.tsx";
import { StageBar } from "./stage-bar.tsx";
import { Timeline } from "./timeline/timeline.tsx";

/** The page of a record: properties, timeline and associations. */
export function Record() {
  useTypes();
  const projectId = useProjectId();
  const project = useProject();
  const { plural, recordId } = useParams({ from: "/signed-in/p/$projectId/$plural/$recordId" });
  const type = typeOfPlural(plural) as string;
  const isNumber = /^[1-9]\d{0,14}$/.test(recordId);
  const recordKey = { projectId, type, id: Number(recordId) };
  const record = useQuery(api.records.read.queryOptions(recordKey, { enabled: isNumber }));
  const schema = useQuery(project.schema.read.queryOptions({ type }));
  const list = recallList(projectId, type) ?? { to: `/p/${projectId}/${plural}`, search: {} };
  const above = [{ label: typeNames(type).label, to: list.to, search: list.search }];
  const { shown, gone } = useShown(record, recordKey.id);
  if (!isNumber || (gone === "deleted" && !shown)) return <Missing {...recordKey} above={above} />;
  if (failureStatus(record.error) === 410) return <Erased {...recordKey} above={above} />;
  if (gone && gone !== "deleted" && !shown) {
    const to = `/p/${projectId}/${plural}/${gone.id}`;
    return <Navigate to={to} search={{ merged: recordKey.id }} replace />;
  }
  const both = shown && schema.data ? { record: shown, schema: schema.data } : undefined;
  const query = {
    data: both,
    error: record.error ?? schema.error,
    refetch: () => Promise.all([record.refetch(), schema.refetch()]),
  };
  const parts = both && { recordKey, ...both };
  const isWaiting = both === undefined && query.error === null;
  const hasSelect = (schema.data?.pipelines.length ?? 0) > 1;
  return (
    <Page
      key={recordId}
      title={shown?.name ?? `${typeNames(type).singular} #${recordId}`}
      picture={<Picture type={type} record={shown} />}
      above={above}
      // As high as what comes, so that the panels stay where they are.
      lead={
        parts ? (
          <RecordLead {...parts} />
        ) : (
          isWaiting && <Skeleton height={14} width={320} maw="100%" my={5} />
        )
      }
      actions={
        <>
          <Neighbours recordKey={recordKey} />
          {parts && !gone && <RecordActions {...parts} />}
        </>
      }
      bar={
        typeNames(type).hasPipeline &&
        (parts ? (
          <StageBar {...parts} />
        ) : (
          isWaiting && <Skeleton height={hasSelect ? 36 : 32} radius="sm" />
        ))
      }
    >
      {gone && <Gone {...recordKey} gone={gone} />}
      <Loaded query={query} skeleton={<RecordSkeleton />}>
        {(data) => <Parts recordKey={recordKey} {...data} />}
      </Loaded>
    </Page>
  );
}

/** Why a record of the page is not there any more; the record that it was merged into, if it was. */
type Reason = "deleted" | RecordData;

/**
 * Returns the record to show, and what happened to it. The page keeps a record that it had shown and that someone else
 * deletes or merges, because the admin may have typed into it.
 */
function useShown(
  query: Pick<UseQueryResult<RecordData, unknown>, "data" | "error" | "isFetchedAfterMount">,
  id: number,
): { readonly shown: RecordData | undefined; readonly gone: Reason | undefined } {
  const { data, error, isFetchedAfterMount } = query;
  const kept = useRef<RecordData>(undefined);
  const isMerged = data !== undefined && data.id !== id;
  const gone = failureStatus(error) === 404 ? "deleted" : isMerged ? data : undefined;
  // What an earlier visit has left in the cache may have been deleted or merged before this one.
  if (gone === undefined && isFetchedAfterMount) kept.current = data;
  const before = kept.current?.id === id ? kept.current : undefined;
  return { shown: gone === undefined ? data : before, gone };
}

interface GoneProps extends RecordKey {
  readonly gone: Reason;
}

/** Says that the record on the page was deleted or merged since the page was opened. */
function Gone({ projectId, type, gone }: GoneProps) {
  const { singular, plural } = typeNames(type);
  const isDeleted = gone === "deleted";
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      mb="md"
      icon={<IconFileUnknown size={18} aria-hidden />}
      title={`This ${singular.toLowerCase()} was ${isDeleted ? "deleted" : "merged"}`}
    >
      <Stack gap="xs" align="flex-start">
        <Text>
          Nothing more can be saved here. Copy what you have typed and still need before you leave.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          to={isDeleted ? `/p/${projectId}/bin` : `/p/${projectId}/${plural}/${gone.id}`}
        >
          {isDeleted ? "Open the bin" : `Open ${gone.name.trim()}`}
        </Button>
      </Stack>
    </Alert>
  );
}

interface MissingProps extends RecordKey {
  readonly above: readonly Crumb[];
}

/** Shown if the record was deleted, belongs to another project or never existed. */
function Missing({ projectId, type, above }: MissingProps) {
  const { singular, label, plural } = typeNames(type);
  return (
    <Page title={`${singular} not found`} above={above}>
      <Empty
        icon={IconFileUnknown}
        title={`This ${singular.toLowerCase()} does not exist in this project`}
        action={
          <Group gap="xs" justify="center">
            <Button component={Link} to={`/p/${projectId}/bin`}>
              Open the bin
            </Button>
            <Button variant="default" component={Link} to={`/p/${projectId}/${plural}`}>
              Show all {label.toLowerCase()}
            </Button>
          </Group>
        }
      >
        It may have been deleted. Deleted records can be restored from the bin for 90 days. Or the
        link belongs to another project.
      </Empty>
    </Page>
  );
}

interface ErasedProps extends RecordKey {
  readonly above: readonly Crumb[];
}

/** Shown if the record was erased. */
function Erased({ projectId, type, id, above }: ErasedProps) {
  const { singular, label, plural } = typeNames(type);
  return (
    <Page title={`${singular} #${id}`} above={above}>
      <Empty
        icon={IconEraser}
        title={`This ${singular.toLowerCase()} was erased`}
        action={
          <Group gap="xs" justify="center">
            <ButtonLink
              variant="default"
              to="/p/$projectId/audit"
              params={{ projectId: String(projectId) }}
              search={{ type, record: id, range: "all" }}
            >
              Open the audit log
            </ButtonLink>
            <Button variant="default" component={Link} to={`/p/${projectId}/${plural}`}>
              Show all {label.toLowerCase()}
            </Button>
          </Group>
        }
      >
        Its values are gone for good, and nothing can restore them. The audit log says who erased it
        and when.
      </Empty>
    </Page>
  );
}

/** Shown while the record is loading. */
function RecordSkeleton() {
  return (
    <div className={classes.parts}>
      {[classes.properties, classes.timeline, classes.associations].map((name, i) => (
        <Paper key={name} withBorder p="md" className={name ?? ""}>
          <Lines count={10 - 3 * i} />
        </Paper>
      ))}
    </div>
  );
}

/** Properties, the timeline and the associated records, side by side where there is room. */
function Parts(parts: RecordParts) {
  const [search, change] = useRecordSearch();
  return (
    <div className={classes.parts}>
      {search.merged !== undefined && (
        <MergedNote
          {...parts}
          merged={search.merged}
          onClose={() => change({ merged: undefined })}
        />
      )}
      <div className={classes.properties}>
        <Stack gap={16}>
          <Properties {...parts} />
          <Files {...parts} />
        </Stack>
      </div>
      <div className={classes.timeline}>
        <Timeline {...parts} />
      </div>
      <div className={classes.associations}>
        <Associations {...parts} />
      </div>
      <PropertyHistory {...parts} />
      <ActivityDrawer {...parts} />
    </div>
  );
}

/** The side panel in which an activity of the record is written. */
function ActivityDrawer({ recordKey: { type, id } }: RecordParts) {
  const [search, change] = useRecordSearch();
  const me = useMe();
  const open = activityForm(search.form);
  return (
    <RecordDrawer
      type={open?.kind ?? "note"}
      form={open?.form}
      onClose={() => change({ form: undefined })}
      creation={{ associatedWith: { type, id }, values: { owner_id: me.email } }}
    />
  );
}

/** What the side panel of the page shows: a new activity, or the form of one. */
interface ActivityForm {
  readonly kind: string;
  /** `new`, or the id of the activity. */
  readonly form: string;
}

/** Reads the form of a URL: `note`, `task` and so on, or with an id `note-42`. */
function activityForm(text: string | undefined): ActivityForm | undefined {
  const [, name, id = "new"] = /^([a-z][a-z0-9_]*)(?:-([1-9]\d{0,14}))?$/.exec(text ?? "") ?? [];
  return name === undefined || !objectType(name).activity ? undefined : { kind: name, form: id };
}

interface MergedNoteProps extends RecordParts {
  /** Id of the merged record. */
  readonly merged: number;
  readonly onClose: () => void;
}

/** Says that the link was one of a record that was merged into this one. */
function MergedNote({ recordKey: { type }, merged, onClose }: MergedNoteProps) {
  const noun = typeNames(type).singular.toLowerCase();
  return (
    <Alert
      className={classes.note}
      icon={<IconArrowMerge size={18} aria-hidden />}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {typeNames(type).singular} #{merged} was merged into this {noun}. The history shows when and
      by whom.
    </Alert>
  );
}
