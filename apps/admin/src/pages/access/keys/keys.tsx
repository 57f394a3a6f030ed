import { Code } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { Credentials, credentialColumns } from "../credentials/credentials.tsx";
import type { Key } from "../types.ts";
import { CreateKey } from "./create-key.tsx";
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
