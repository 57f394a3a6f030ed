import { Button, Code } from "@mantine/core";
import { IconKey, IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "../../../shell/use-project.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Credentials, credentialColumns } from "../credentials/credentials.tsx";
import { NO_SCOPES, SCOPED } from "../credentials/scoped-fields.tsx";
import type { Key } from "../types.ts";
import { ConnectAgent } from "./connect-agent.tsx";
import { expiryRule, KeyDetails, keyFields } from "./key-details.tsx";

const COLUMNS = credentialColumns<Key>({
  id: "prefix",
  header: "Begins with",
  cell: ({ row }) => <Code>{row.original.prefix}</Code>,
});

/** The project's API keys for the Workspace API. */
export function Keys() {
  const query = useQuery(useProject().access.keys.list.queryOptions());
  const [isConnecting, setIsConnecting] = useState(false);
  return (
    <>
      <Credentials
        section="keys"
        lead="An automation sends its key with every request to the Workspace API, and an agent with every call of a tool. A key belongs to one project."
        query={query}
        columns={COLUMNS}
        create="Create key"
        more={
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={16} aria-hidden />}
            onClick={() => setIsConnecting(true)}
          >
            Connect an agent
          </Button>
        }
        icon={IconKey}
        hint="Create one for each automation. Give it only the scopes that it needs."
        creation={(onClose) => <CreateKey onClose={onClose} />}
        details={(key, onClose) => <KeyDetails apiKey={key} onClose={onClose} />}
      />
      {isConnecting && <ConnectAgent onClose={() => setIsConnecting(false)} />}
    </>
  );
}

/** Creates an API key, and shows it once. */
function CreateKey({ onClose }: { readonly onClose: () => void }) {
  return (
    <Form
      {...SCOPED}
      title="Create an API key"
      action="Create key"
      initial={NO_SCOPES}
      fields={keyFields("The automation that will use it.")}
      validate={expiryRule()}
      of={useProject().access.keys.create}
      input={({ name, scopes, expiresAt }) => ({
        ...{ name, scopes: [...scopes] },
        ...(expiresAt !== "" && { expiresAt }),
      })}
      shows={({ apiKey: value }) => (
        <SecretOnce
          title="API key created"
          secrets={[{ label: "API key", value }]}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}
