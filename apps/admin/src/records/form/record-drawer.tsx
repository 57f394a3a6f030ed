import { Drawer, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { typeNames } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProject } from "../../shell/use-project.ts";
import { InertPage, ReturnFocus } from "../../ui/dialogs/dialog.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { RecordForm } from "./record-form.tsx";
import type { Creation } from "./use-record-form.ts";

interface RecordDrawerProps {
  readonly type: string;
  /** `new`, or the id of the record to edit; undefined closes the drawer. */
  readonly form: string | undefined;
  readonly onClose: () => void;
  readonly creation?: Creation;
}

/** The drawer that creates or edits a record. */
export function RecordDrawer({ type, form, onClose, creation }: RecordDrawerProps) {
  const mayChange = useMay("admin");
  const isOpen = mayChange && form !== undefined && /^(new|[1-9]\d{0,14})$/.test(form);
  // Keeps the content while the drawer closes.
  const last = useRef({ form: "new", type });
  if (isOpen) last.current = { form, type };
  const shown = last.current;
  const noun = typeNames(shown.type).singular.toLowerCase();
  const { data: record } = useQuery({
    ...useProject().records.read.queryOptions({ type: shown.type, id: Number(shown.form) || 0 }),
    // The form fetches it.
    enabled: false,
  });
  const edited = record === undefined ? "" : ` ${record.name.trim()}`;
  return (
    <>
      {isOpen && <InertPage />}
      {isOpen && <ReturnFocus />}
      <Drawer
        opened={isOpen}
        onClose={onClose}
        position="right"
        size={440}
        title={
          <Text span inherit lineClamp={2}>
            {shown.form === "new" ? `New ${noun}` : `Edit ${noun}${edited}`}
          </Text>
        }
        closeOnClickOutside={false}
        returnFocus={false}
      >
        <Content
          key={`${shown.type} ${shown.form}`}
          {...shown}
          onClose={onClose}
          creation={creation}
        />
      </Drawer>
    </>
  );
}

interface ContentProps {
  readonly type: string;
  readonly form: string;
  readonly onClose: () => void;
  readonly creation: Creation | undefined;
}

function Content({ type, form, onClose, creation }: ContentProps) {
  if (form === "new") {
    return <RecordForm type={type} onDone={onClose} onCancel={onClose} creation={creation} />;
  }
  return <Editing type={type} id={Number(form)} onClose={onClose} />;
}

interface EditingProps {
  readonly type: string;
  readonly id: number;
  readonly onClose: () => void;
}

function Editing({ type, id, onClose }: EditingProps) {
  const project = useProject();
  const query = useQuery(project.records.read.queryOptions({ type, id }, { staleTime: 0 }));
  // A form with cached values could overwrite newer ones.
  const fresh = { ...query, data: query.isFetchedAfterMount ? query.data : undefined };
  return (
    <Loaded query={fresh}>
      {(record) => <RecordForm type={type} record={record} onDone={onClose} onCancel={onClose} />}
    </Loaded>
  );
}
