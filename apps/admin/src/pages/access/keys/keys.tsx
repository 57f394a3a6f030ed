import { Code } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { CreateDialog } from "../credentials/create-dialog.tsx";
import { Credentials, credentialColumns } from "../credentials/credentials.tsx";
import { useScopedForm } from "../scopes/use-scoped-form.ts";
import type { Key } from "../types.ts";
import { ExpiryInput } from "./expiry-input.tsx";
import { KeyDetails } from "./key-details.tsx";

const COLUMNS = credentialColumns<Key>({
  id: "prefix",
  header: "Begins with",
  cell: ({ row }) => <Code>{row.original.prefix}</Code>,
});

/** The project's API keys for the Workspace API. */
export function Keys() {
  const query = useQuery(api.access.keys.list.queryOptions({ projectId: useProjectId() }));
  return (
    <Credentials
      section="keys"
      lead="An automation sends its key with every request to the Workspace API. A key belongs to one project."
      query={query}
      columns={COLUMNS}
      create="Create key"
      icon={IconKey}
      hint="Create one for each automation. Give it only the scopes that it needs."
      creation={(onClose) => <CreateKey onClose={onClose} />}
      details={(key, onClose) => <KeyDetails apiKey={key} onClose={onClose} />}
    />
  );
}

/** Creates an API key, and shows it once. */
function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const projectId = useProjectId();
  const form = useScopedForm();
  const [key, setKey] = useState<string | null>(null);
  const create = useChange(api.access.keys.create.mutationOptions(), {
    invalidates: [api.access.keys.list.pathKey()],
    onDone: ({ apiKey }) => setKey(apiKey),
    showsError: true,
  });
  if (key !== null) {
    const secrets = [{ label: "API key", value: key }];
    return <SecretOnce title="API key created" secrets={secrets} onClose={onClose} />;
  }
  return (
    <CreateDialog
      title="Create an API key"
      action="Create key"
      nameHint="The automation that will use it."
      of="workspace"
      form={form}
      change={create}
      onSubmit={() => {
        const { name, scopes, expiresAt } = form.getValues();
        const end = expiresAt === "" ? {} : { expiresAt };
        create.mutate({ projectId, name: name.trim(), scopes, ...end });
      }}
      onClose={onClose}
    >
      <ExpiryInput form={form} />
    </CreateDialog>
  );
}
