import { Button, Code, Select, Stack, Text } from "@mantine/core";
import { recordScopes } from "@rapport/model";
import { IconKey, IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "../../../shell/use-project.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { CodeBlock, CopyText } from "../../../ui/values/code-block.tsx";
import { Credentials, credentialColumns } from "../credentials/credentials.tsx";
import { NO_SCOPES, SCOPED } from "../credentials/scoped-fields.tsx";
import type { Key } from "./key-details.tsx";
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

/** Lets an agent read records of all types, and what changes. */
const READING: readonly string[] = [...recordScopes("read"), "crm.events.read"];

/** Makes an API key for an agent, and shows the lines that connect it. */
function ConnectAgent({ onClose }: { readonly onClose: () => void }) {
  const { access } = useProject();
  const url = useQuery(access.scopes.queryOptions()).data?.agentsUrl ?? "";
  return (
    <Form
      {...SCOPED}
      title="Connect an agent"
      action="Create key"
      initial={{ ...NO_SCOPES, scopes: READING }}
      fields={keyFields("The agent. Its changes appear under this name.", "agents")}
      validate={expiryRule()}
      of={access.keys.create}
      input={({ name, scopes, expiresAt }) => ({
        ...{ name, scopes: [...scopes] },
        ...(expiresAt !== "" && { expiresAt }),
      })}
      shows={({ apiKey: value }) => (
        <SecretOnce
          title="Connect the agent"
          secrets={[{ label: "API key", value }]}
          note={<Lines url={url} apiKey={value} />}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}

interface LinesProps {
  readonly url: string;
  readonly apiKey: string;
}

function Lines({ url, apiKey }: LinesProps) {
  const [chosen, setChosen] = useState<Program>("Claude Code");
  const { where, text } = PROGRAMS[chosen](url, `Bearer ${apiKey}`);
  return (
    <Stack gap="xs">
      <Select
        label="Program"
        data={NAMES}
        value={chosen}
        allowDeselect={false}
        onChange={(name) => setChosen(name as Program)}
      />
      <Text fz="sm">{where}</Text>
      <CodeBlock label={`Lines for ${chosen}`} text={text} />
      <CopyText label="Copy lines" text={text} />
    </Stack>
  );
}

type Snippet = (url: string, bearer: string) => { readonly where: string; readonly text: string };

/** What to paste for each program, as in docs/agents.md. */
const PROGRAMS = {
  "Claude Code": (url, bearer) => ({
    where: "Run this command:",
    text: `claude mcp add --transport http rapport ${url} --header "Authorization: ${bearer}"`,
  }),
  "Claude Desktop": (url, bearer) => ({
    where: "Add this to claude_desktop_config.json. It needs Node.js:",
    text: json({
      mcpServers: {
        rapport: {
          command: "npx",
          args: [
            "-y",
            "mcp-remote",
            url,
            "--header",
            `Authorization:${placeholder("AUTH_HEADER")}`,
          ],
          env: { AUTH_HEADER: bearer },
        },
      },
    }),
  }),
  Cursor: (url, bearer) => ({
    where: "Add this to ~/.cursor/mcp.json:",
    text: json({ mcpServers: { rapport: { url, headers: { Authorization: bearer } } } }),
  }),
  "VS Code": (url) => ({
    where: "Add this to .vscode/mcp.json. It asks for the key, so that the file can be shared:",
    text: json({
      inputs: [
        {
          type: "promptString",
          id: "rapport-key",
          description: "API key of Rapport",
          password: true,
        },
      ],
      servers: {
        rapport: {
          type: "http",
          url,
          headers: { Authorization: `Bearer ${placeholder("input:rapport-key")}` },
        },
      },
    }),
  }),
  "MCP inspector": (url, bearer) => ({
    where: "Run this command. It lists the tools:",
    text: `npx @modelcontextprotocol/inspector@2 --cli ${url} --transport http --header "Authorization: ${bearer}" --method tools/list`,
  }),
} as const satisfies Record<string, Snippet>;

/** Returns what the program replaces. */
function placeholder(name: string): string {
  return `$\{${name}}`;
}

type Program = keyof typeof PROGRAMS;
const NAMES = Object.keys(PROGRAMS) as readonly Program[];

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
