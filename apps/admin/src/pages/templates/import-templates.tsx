import { Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { FormActions } from "../../ui/forms/form-actions.tsx";
import { PanelForm } from "../../ui/forms/panel-form.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { ErrorNotice, issuesOf } from "../../ui/pages/error-notice.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { ImportPreview } from "./import-preview.tsx";
import { ImportSource } from "./import-source.tsx";
import { readImport } from "./read-import.ts";
import { INVALIDATED_BY_TEMPLATES } from "./use-templates.ts";

/** The form that imports templates from JSON: all of them or none. */
export function ImportTemplates({ onClose }: { readonly onClose: () => void }) {
  const projectId = useProjectId();
  const [text, setText] = useState("");
  const load = useChange(api.templates.import.mutationOptions(), {
    invalidates: INVALIDATED_BY_TEMPLATES,
    done: ({ imported }) =>
      imported === 1 ? "1 template imported." : `${formatNumber(imported)} templates imported.`,
    showsError: true,
    onDone: onClose,
  });
  const read = text.trim() === "" ? null : readImport(text);
  const entries = read?.entries ?? null;
  const errors = errorsByEntry(load.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entries !== null) load.mutate({ projectId, templates: [...entries] });
  };
  return (
    <PanelForm
      isChanged={read !== null && !load.isPending}
      onSubmit={submit}
      actions={
        <FormActions
          action={entries === null ? "Import" : `Import ${formatNumber(entries.length)}`}
          disabled={entries === null}
          isPending={load.isPending}
          onCancel={onClose}
        />
      }
    >
      <Text>
        A JSON array of templates with name, language, status, category and optional components. A
        template with the same name and language is replaced.
      </Text>
      <ImportSource
        text={text}
        error={read?.error ?? null}
        onChange={(next) => {
          load.reset();
          setText(next);
        }}
      />
      {load.error && errors.size === 0 ? <ErrorNotice error={load.error} /> : null}
      {entries && <ImportPreview entries={entries} errors={errors} />}
    </PanelForm>
  );
}

/** Groups the server's issues by index of the entry. */
function errorsByEntry(error: unknown): ReadonlyMap<number, readonly string[]> {
  const errors = issuesOf(error).flatMap(({ path, message }) => {
    const [, place, member] = /^(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    if (place === undefined) return [];
    return [
      { place: Number(place), words: member === undefined ? message : `${member}: ${message}` },
    ];
  });
  const places = Map.groupBy(errors, ({ place }) => place);
  return new Map([...places].map(([place, all]) => [place, all.map(({ words }) => words)]));
}
