import { Text, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowMerge, IconEraser, IconFileExport, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Outputs } from "../../api.ts";
import { saveFile } from "../../files.ts";
import { refetch } from "../../invalidation.ts";
import { MergeDialog } from "../../merge/merge-dialog.tsx";
import { objectType, typeNames } from "../../object-types.ts";
import { PropertyValue } from "../../property/property-value.tsx";
import { AddAssociation } from "../../records/associations/add-association.tsx";
import { useAssociated } from "../../records/associations/use-associated.ts";
import { associatedType } from "../../records/fields.ts";
import { recallList } from "../../records/opened-list.ts";
import { RecordLink } from "../../records/record-link.tsx";
import {
  amountCurrency,
  placeChoices,
  type RecordKey,
  type RecordParts,
} from "../../records/record-model.ts";
import { useDeleteRecord } from "../../records/use-delete-record.tsx";
import { useMay } from "../../session.ts";
import { MarkAsDone } from "../../tasks/task-row.tsx";
import { ActionMenu } from "../../ui/dialogs/action-menu.tsx";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { focusNextHeading } from "../../ui/pages/heading-focus.ts";
import { AdminAvatar } from "../../ui/values/avatar.tsx";
import { CopyIcon } from "../../ui/values/copy-icon.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./record.module.css";

/** What the record belongs to: the associated records that its table shows, and its owner. */
function Belongings({ recordKey, record }: RecordParts) {
  const fields = objectType(recordKey.type).columns.map((name) => associatedType({ name }));
  const { owner_id: owner } = record.properties;
  return (
    <>
      {fields.map((type) => type && <MainAssociated key={type} {...{ recordKey, type }} />)}
      {typeof owner === "string" && (
        <span className={classes.part}>
          <AdminAvatar email={owner} />
          <VisuallyHidden>Owner </VisuallyHidden>
          {owner}
        </span>
      )}
    </>
  );
}

interface MainAssociatedProps {
  readonly recordKey: RecordKey;
  readonly type: string;
}

function MainAssociated({ recordKey, type }: MainAssociatedProps) {
  const [first] = useAssociated(recordKey, type).known;
  const { icon: Icon } = typeNames(type);
  if (first === undefined) return null;
  return (
    <span className={classes.part}>
      <Icon size={16} stroke={1.6} aria-hidden />
      <RecordLink type={type} id={first.id} c="inherit" fw={500}>
        {first.name}
      </RecordLink>
    </span>
  );
}

/** The record's type, what it belongs to, its id and times. */
export function RecordLead(parts: RecordParts) {
  const {
    recordKey: { type, id },
    record,
  } = parts;
  const { icon: Icon, singular } = typeNames(type);
  return (
    <>
      <KeyFacts {...parts} />
      <span className={classes.lead}>
        <span className={classes.part}>
          <Icon size={16} stroke={1.6} aria-hidden />
          {singular}
        </span>
        <Belongings {...parts} />
        <span className={classes.part}>
          <span className="tabular">#{id}</span>
          <CopyIcon value={String(id)} what="id" />
        </span>
        <span>
          Created <Moment at={record.createdAt} />
        </span>
        <span>
          Changed <Moment at={record.updatedAt} />
        </span>
      </span>
    </>
  );
}

/** The values that the layout of the type has in the header. */
function KeyFacts(parts: RecordParts) {
  const { recordKey, record, schema } = parts;
  const { header = [] } = objectType(recordKey.type).layout ?? {};
  const facts = header.flatMap((name) => schema.properties.find((one) => one.name === name) ?? []);
  if (facts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {facts.map((definition) => {
        const choices = placeChoices(parts, definition);
        return (
          <div key={definition.name} className={classes.fact}>
            <dt>{definition.label}</dt>
            <dd>
              <PropertyValue
                definition={definition}
                value={record.properties[definition.name] ?? null}
                currency={amountCurrency(record, definition)}
                {...(choices && { choices })}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The actions on the record. */
export function RecordActions(parts: RecordParts) {
  const { recordKey, record } = parts;
  const { projectId, type } = recordKey;
  const navigate = useNavigate();
  const may = useMay("admin");
  const table = `/p/${projectId}/${typeNames(type).plural}`;
  const list = recallList(projectId, type) ?? { to: table, search: {} };
  const { remove, question } = useDeleteRecord(type, {
    onDeleted: () => {
      focusNextHeading();
      return navigate({ to: list.to, search: list.search as never });
    },
    onRestored: (id) => {
      focusNextHeading();
      return navigate({ to: `${table}/${id}` });
    },
  });
  const [isErasing, erasing] = useDisclosure();
  const [isMerging, merging] = useDisclosure();
  const exporting = useExportRecord(recordKey);
  if (!may) return null;
  return (
    <>
      {type === "task" && <MarkAsDone task={record} />}
      <ActionMenu
        label="More actions"
        variant="default"
        size="lg"
        actions={[
          { label: "Merge", icon: IconArrowMerge, run: merging.open },
          {
            label: "Export everything about it",
            icon: IconFileExport,
            run: () => exporting.mutate(recordKey),
          },
          {
            label: "Delete",
            icon: IconTrash,
            isDanger: true,
            run: () => void remove(record),
          },
          { label: "Erase for good", icon: IconEraser, isDanger: true, run: erasing.open },
        ]}
      />
      <MergeRecord {...parts} opened={isMerging} onClose={merging.close} />
      {question}
      <EraseRecord {...parts} opened={isErasing} onClose={erasing.close} />
    </>
  );
}

interface MergeRecordProps extends RecordParts {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for the record to merge with this one, then compares both. */
function MergeRecord({ opened, onClose, recordKey, record }: MergeRecordProps) {
  const { projectId, type, id } = recordKey;
  const navigate = useNavigate();
  const [other, setOther] = useState<number | null>(null);
  const { singular, plural } = typeNames(type);
  const close = () => {
    setOther(null);
    onClose();
  };
  return (
    <>
      <Dialog
        opened={opened && other === null}
        onClose={close}
        title={`Merge this ${singular.toLowerCase()}`}
      >
        <Text c="dimmed" mb="xs">
          Find the {singular.toLowerCase()} that is a duplicate. In the next step you compare both.
        </Text>
        <AddAssociation
          type={type}
          known={[{ type, id, name: record.name, detail: record.detail }]}
          knownDetail={`This ${singular.toLowerCase()}`}
          label={`Find the ${singular.toLowerCase()} to merge`}
          isPending={false}
          onAdd={(chosen) => setOther(chosen.id)}
          onClose={close}
        />
      </Dialog>
      <MergeDialog
        type={type}
        ids={opened && other !== null ? [id, other] : null}
        onClose={close}
        onMerged={(primaryId) => {
          if (primaryId === id) return;
          focusNextHeading();
          void navigate({ to: `/p/${projectId}/${plural}/${primaryId}` });
        }}
      />
    </>
  );
}

interface EraseRecordProps extends RecordParts {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Erases a record after its name has been typed. Its page then says that it was erased. */
function EraseRecord({ recordKey, record, opened, onClose }: EraseRecordProps) {
  const client = useQueryClient();
  const noun = typeNames(recordKey.type).singular.toLowerCase();
  const erasing = useChange(api.records.erase, {
    showsError: true,
    done: `${typeNames(recordKey.type).singular} #${recordKey.id} erased.`,
    onDone: async () => {
      onClose();
      await client.resetQueries({ queryKey: api.records.read.queryKey(recordKey) });
      await refetch("records");
    },
  });
  return (
    <Confirm
      opened={opened}
      onClose={() => {
        erasing.reset();
        onClose();
      }}
      title={`Erase this ${noun} for good?`}
      name={record.name.trim().replaceAll(/\s+/g, " ")}
      action={`Erase ${noun}`}
      change={erasing}
      onConfirm={() => erasing.mutate(recordKey)}
    >
      This cannot be undone. It removes all values and associations, also from the history and from
      what Rapport keeps of events sent to programs. To keep the {noun} restorable for 90 days,
      delete it instead.
    </Confirm>
  );
}

type Exported = Outputs["records"]["export"];

/** Downloads everything that is kept about a record as one JSON file. */
function useExportRecord({ type, id }: RecordKey) {
  return useChange(api.records.export, {
    failed: "Nothing was exported",
    onDone: (exported: Exported) => {
      const text = `${JSON.stringify(exported, null, 2)}\n`;
      saveFile(new Blob([text], { type: "application/json" }), `${type}-${id}.json`);
    },
    done: ({ truncated }: Exported) =>
      truncated.length === 0
        ? `${type}-${id}.json was downloaded.`
        : `${type}-${id}.json was downloaded. It has only the newest 1,000 of: ${truncated.join(", ")}.`,
  });
}
