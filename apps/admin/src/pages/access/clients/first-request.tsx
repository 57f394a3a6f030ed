import { Stack, Text } from "@mantine/core";
import { typeKeys, typeOf } from "../../../object-types.ts";
import { CodeBlock, CopyText } from "../../../ui/values/code-block.tsx";

interface NewClient {
  /** Of the API. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

/**
 * Returns a command for a shell that gets a token and uses it as it stands: it creates a record if the client may, and
 * otherwise lists some. Null if the client has no scope for records.
 */
export function commandOf({ url, clientId, clientSecret, scopes }: NewClient): string | null {
  const mayOf = (right: string) =>
    typeKeys().filter((type) => scopes.includes(`crm.${typeOf(type).plural}.${right}`));
  const written = mayOf("write").find((type) => typeOf(type).nameProperties.length > 0);
  const type = written ?? mayOf("read")[0];
  if (type === undefined) return null;
  const scope = `crm.${typeOf(type).plural}.${written === undefined ? "read" : "write"}`;
  const path = `${url}/api/crm/objects/${typeOf(type).plural}`;
  const { nameProperties, required, initial } = typeOf(type);
  const names = [nameProperties[0] ?? [], ...required].flatMap(([name]) => name ?? []);
  const properties = [...new Set(names)]
    .filter((name) => initial[name] === undefined)
    .map((name) => ({
      internal_name: name,
      value: name === "email" ? "ada@example.com" : "Ada",
    }));
  const body = JSON.stringify({ properties });
  const asked =
    written === undefined
      ? `"${path}?limit=5"`
      : `-H "Content-Type: application/json" \\\n  -d '${body}' "${path}"`;
  return `TOKEN=$(curl -s -u ${clientId}:${clientSecret} -d grant_type=client_credentials \\
  -d scope=${scope} ${url}/oauth2/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -s -H "Authorization: Bearer $TOKEN" ${asked}`;
}

/** The command, to copy. */
export function FirstRequest({ command }: { readonly command: string | null }) {
  if (command === null) return null;
  return (
    <Stack gap={4}>
      <Text fw={500}>First request</Text>
      <Text c="dimmed">Paste this into a terminal. It works as it stands.</Text>
      <CodeBlock label="First request" text={command} />
      <CopyText text={command} label="Copy commands" />
    </Stack>
  );
}
