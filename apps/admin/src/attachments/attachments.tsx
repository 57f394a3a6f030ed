import { ActionIcon, Anchor, Button, FileButton, Progress, Text } from "@mantine/core";
import {
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconPaperclip,
  IconPhoto,
  type IconProps,
  IconRefresh,
  IconTable,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type DragEvent, type ReactNode, useState } from "react";
import { api, type Outputs } from "../api.ts";
import type { RecordKey } from "../conflict/questions.ts";
import { refetch } from "../invalidation.ts";
import type { RecordParts } from "../records/record-model.ts";
import { useMay } from "../session.ts";
import { useProject } from "../shell/use-project.ts";
import { Ask } from "../ui/dialogs/ask.tsx";
import { Lines, Loaded } from "../ui/pages/loaded.tsx";
import { Panel } from "../ui/pages/panel.tsx";
import { formatBytes } from "../ui/values/format.ts";
import classes from "./attachments.module.css";
import { type Upload, type Uploads, useUploads } from "./use-uploads.ts";

type Attachment = Outputs["records"]["attachments"][number];

/** The files of a record, on its own page. */
export function Files({ recordKey }: RecordParts) {
  const query = useQuery(api.records.attachments.queryOptions(recordKey));
  const uploads = useUploads(recordKey);
  const may = useMay("admin");
  return (
    <FileDrop uploads={may ? uploads : undefined}>
      <Panel title="Files" actions={<AttachButton uploads={uploads} isQuiet />}>
        <Loaded query={query} skeleton={<Lines count={1} />}>
          {(files) =>
            files.length === 0 && uploads.items.length === 0 ? (
              <Text c="dimmed">{may ? "No files. Attach or drop some here." : "No files."}</Text>
            ) : (
              <FileRows recordKey={recordKey} files={files} uploads={uploads} />
            )
          }
        </Loaded>
      </Panel>
    </FileDrop>
  );
}

interface FileDropProps {
  /** Undefined if nothing can be dropped. */
  readonly uploads: Uploads | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Takes files that are dropped on its content. */
export function FileDrop({ uploads, className = "", children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  if (uploads === undefined) return <div className={className}>{children}</div>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is an extra; the button works with the keyboard
    <div
      className={`${classes.drop} ${className}`}
      data-over={isOver}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        uploads.add([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

interface AttachButtonProps {
  readonly uploads: Uploads;
  /** True for an icon without text. */
  readonly isQuiet?: boolean;
  /** Completes the name of the button for screen readers. */
  readonly to?: string;
}

/** Chooses files, several at once. */
export function AttachButton({ uploads, isQuiet = false, to }: AttachButtonProps) {
  if (!useMay("admin")) return null;
  const label = to === undefined ? "Attach files" : `Attach files to ${to}`;
  return (
    <FileButton multiple onChange={uploads.add} inputProps={{ "aria-label": label }}>
      {(button) =>
        isQuiet ? (
          <ActionIcon {...button} variant="subtle" color="gray" size={28} aria-label={label}>
            <IconPaperclip size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <Button
            {...button}
            variant="default"
            size="sm"
            leftSection={<IconPaperclip size={16} aria-hidden />}
          >
            Attach files
          </Button>
        )
      }
    </FileButton>
  );
}

interface FileRowsProps {
  /** Undefined for a record that is not created yet. */
  readonly recordKey?: RecordKey;
  readonly files?: readonly Attachment[];
  readonly uploads?: Uploads;
}

/** Files that are attached, then those that are being attached. */
export function FileRows({ recordKey, files = [], uploads }: FileRowsProps) {
  const pending = uploads?.items ?? [];
  if (files.length + pending.length === 0) return null;
  return (
    <ul className={classes.files} aria-label="Files">
      {recordKey !== undefined &&
        files.map((file) => <FileRow key={file.id} recordKey={recordKey} file={file} />)}
      {uploads !== undefined &&
        pending.map((one) => <UploadRow key={one.key} one={one} uploads={uploads} />)}
    </ul>
  );
}

function FileRow({
  recordKey,
  file,
}: {
  readonly recordKey: RecordKey;
  readonly file: Attachment;
}) {
  const may = useMay("admin");
  const project = useProject();
  const [isAsked, setAsked] = useState(false);
  const { projectId, type, id } = recordKey;
  return (
    <li className={classes.file}>
      <FileIcon name={file.name} />
      <Anchor
        className={classes.name}
        href={`/downloads/attachments/${projectId}/${file.id}`}
        download={file.name}
        title={`Download ${file.name}`}
        inherit
      >
        {file.name}
      </Anchor>
      <Text span fz="xs" c="dimmed" className={classes.size}>
        {formatBytes(file.bytes)}
      </Text>
      {may && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Remove ${file.name}`}
          onClick={() => setAsked(true)}
        >
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
      <Ask
        opened={isAsked}
        onClose={() => setAsked(false)}
        title="Remove this file?"
        action="Remove file"
        of={project.records.removeAttachment}
        input={{ type, id, attachment: file.id }}
        onDone={() => void refetch("records")}
      >
        {file.name} is removed for good. Only a backup still has it.
      </Ask>
    </li>
  );
}

function UploadRow({ one, uploads }: { readonly one: Upload; readonly uploads: Uploads }) {
  const { file, state, share, message, isFinal = false } = one;
  return (
    <li className={classes.upload}>
      <div className={classes.file}>
        <FileIcon name={file.name} />
        <Text span inherit className={classes.name}>
          {file.name}
        </Text>
        <Text span fz="xs" c="dimmed" className={classes.size}>
          {formatBytes(file.size)}
        </Text>
        {state === "refused" && !isFinal && uploads.retry !== undefined && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`Try ${file.name} again`}
            onClick={() => uploads.retry?.(one)}
          >
            <IconRefresh size={14} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={state === "sending" ? `Cancel ${file.name}` : `Leave out ${file.name}`}
          onClick={() => uploads.remove(one.key)}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </div>
      {state === "sending" && (
        <Progress
          size="xs"
          value={Math.max(2, share * 100)}
          aria-label={`Upload of ${file.name}`}
          className={classes.progress}
        />
      )}
      {message !== undefined && state === "refused" && (
        <Text fz="xs" c="var(--mantine-color-error)" role="alert">
          {message}
        </Text>
      )}
    </li>
  );
}

const ICONS: readonly (readonly [endings: RegExp, icon: ComponentType<IconProps>])[] = [
  [/\.pdf$/i, IconFileTypePdf],
  [/\.(png|jpe?g|gif|webp|heic|svg|tiff?)$/i, IconPhoto],
  [/\.(csv|tsv|xlsx?|ods|numbers)$/i, IconTable],
  [/\.(txt|md|rtf|docx?|odt|pages)$/i, IconFileText],
  [/\.(zip|gz|tgz|tar|7z|rar)$/i, IconFileZip],
];

function FileIcon({ name }: { readonly name: string }) {
  const Icon = ICONS.find(([endings]) => endings.test(name))?.[1] ?? IconFile;
  return <Icon size={16} stroke={1.6} className={classes.icon ?? ""} aria-hidden />;
}
