import { Code } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { CreateKey } from "./create-key.tsx";
import { Credentials, credentialColumns } from "./credentials.tsx";
import { KeyDetails } from "./key-details.tsx";
import type { Key } from "./types.ts";

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
