import { Select, Stack, Text } from "@mantine/core";
import { recordScopes } from "@rapport/model";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "../../../shell/use-project.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { CodeBlock, CopyText } from "../../../ui/values/code-block.tsx";
import { NO_SCOPES, SCOPED } from "../credentials/scoped-fields.tsx";
import { expiryRule, keyFields } from "./key-details.tsx";

/** Lets an agent read records of all types, and what changes. */
const READING: readonly string[] = [...recordScopes("read"), "crm.events.read"];

/** Makes an API key for an agent, and shows the lines that connect it. */
export function ConnectAgent({ onClose }: { readonly onClose: () => void }) {
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
    text: `npx @modelcontextprotocol/inspector --cli ${url} --transport http --header "Authorization: ${bearer}" --method tools/list`,
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
