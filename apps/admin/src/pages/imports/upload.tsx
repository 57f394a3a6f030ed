import { Button, Progress, Select, Stack, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, queryClient } from "../../api.ts";
import { sendFile } from "../../files.ts";
import { typeKeys, typeNames, typeOfPlural } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { DropZone } from "../../ui/forms/drop-zone.tsx";
import { AnchorLink } from "../../ui/links.tsx";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { formatNumber } from "../../ui/values/format.ts";

/** The page that uploads the file of a new import. */
export function Upload() {
  const mayImport = useMay("admin");
  const projectId = useProjectId();
  return (
    <Page
      title="New import"
      lead="Bring records from a spreadsheet or another system. Nothing is imported before you have seen what would happen."
      above={[{ label: "Imports", to: `/p/${projectId}/imports` }]}
    >
      {mayImport ? (
        <Source />
      ) : (
        <Text>Your role is read-only, so you cannot import. Ask an admin or an owner.</Text>
      )}
    </Page>
  );
}

function Source() {
  const projectId = useProjectId();
  const { object = "contacts" } = useSearch({ from: "/signed-in/p/$projectId/imports/new" });
  const navigate = useNavigate({ from: "/p/$projectId/imports/new" });
  const type = typeOfPlural(object) ?? "contact";
  const [cells, setCells] = useState("");
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: ({ name, content }: { readonly name: string; readonly content: Blob }) =>
      uploadFile({ projectId, type, name, content }, setShare),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.imports.pathKey() }),
  });
  const open = (draftId: string) =>
    navigate({
      to: "/p/$projectId/imports/draft/$draftId",
      params: { projectId: String(projectId), draftId },
    });
  const send = (name: string, content: Blob) => {
    setShare(0);
    // Not called once this page has been left. The list of imports has the file then.
    upload.mutate({ name, content }, { onSuccess: open });
  };
  return (
    <Stack gap="lg">
      <Select
        label="What does the file contain?"
        description="One row becomes one record."
        allowDeselect={false}
        maw={360}
        data={typeKeys().map((key) => ({
          value: typeNames(key).plural,
          label: typeNames(key).label,
        }))}
        value={typeNames(type).plural}
        onChange={(plural) =>
          plural !== null && void navigate({ search: { object: plural }, replace: true })
        }
      />
      <Panel
        title="File"
        lead="CSV or NDJSON, up to 2 GiB, optionally compressed with gzip. The first row names the columns."
      >
        <DropZone
          label="File to import"
          hint="or drop one here."
          isDisabled={upload.isPending}
          onFile={(file) => send(file.name, file)}
        />
        {upload.isPending && (
          <div role="status">
            <Text fz="sm">
              {share < 1
                ? `Uploading: ${formatNumber(Math.floor(share * 100))}%`
                : "Reading the file"}
            </Text>
            <Progress value={share * 100} aria-label="Upload" mt={4} />
          </div>
        )}
        {upload.error && (
          <>
            <ErrorNotice error={upload.error} />
            <Text fz="sm">
              <AnchorLink to="/p/$projectId/imports" params={{ projectId: String(projectId) }}>
                Imports in preparation
              </AnchorLink>
            </Text>
          </>
        )}
      </Panel>
      <Panel
        title="Or paste cells"
        lead="Copy them in a spreadsheet, with the row that names the columns."
      >
        <Textarea
          aria-label="Cells"
          placeholder={"Email\tFirst name\nada@example.com\tAda"}
          autosize
          minRows={4}
          maxRows={10}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", tabSize: 20 } }}
          spellCheck={false}
          value={cells}
          onChange={(event) => setCells(event.currentTarget.value)}
        />
        <div>
          <Button
            variant="default"
            disabled={cells.trim() === "" || upload.isPending}
            onClick={() => send("Pasted cells", new Blob([cells]))}
          >
            Use these cells
          </Button>
        </div>
      </Panel>
    </Stack>
  );
}

export interface FileToUpload {
  readonly projectId: number;
  readonly type: string;
  readonly name: string;
  readonly content: Blob;
}

/**
 * Uploads the file of an import.
 *
 * @param onProgress gets the share that was sent, from 0 to 1
 * @returns the id of the import in preparation
 * @throws Error with the server's message
 */
export async function uploadFile(
  { projectId, type, name, content }: FileToUpload,
  onProgress: (share: number) => void,
): Promise<string> {
  const query = new URLSearchParams({ object: type, name });
  const path = `/uploads/imports/${projectId}?${query}`;
  return (await sendFile<{ id: string }>(path, content, onProgress)).id;
}
