import { Code, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { CodeBlock } from "../../ui/values/code-block.tsx";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMoment } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { formatDuration } from "./format.ts";
import { toneOf } from "./request-columns.tsx";

type Details = Outputs["usage"]["request"];

/** @param address time and id of the request, separated by a space */
export function RequestDetails({ address }: { readonly address: string }) {
  const [at = "", id = ""] = address.split(" ");
  const input = { projectId: useProjectId(), at, id };
  const request = useQuery(api.usage.request.queryOptions(input, { meta: { isLive: false } }));
  return (
    <Loaded query={request}>
      {(details) => (
        <Stack gap="md">
          <Facts
            facts={[
              ["Request", <Code key="request">{`${details.method} ${details.route}`}</Code>],
              [
                "Status",
                <Mark key="status" tone={toneOf(details.status)}>
                  {details.status}
                </Mark>,
              ],
              ["Duration", formatDuration(details.ms)],
              ["Credential", details.credential.label],
              ["Time", formatMoment(details.at)],
              ["Request id", <Code key="id">{details.id}</Code>],
            ]}
          />
          {details.code !== null && <Fault details={details} />}
        </Stack>
      )}
    </Loaded>
  );
}

function Fault({ details: { code, message, issues, input } }: { readonly details: Details }) {
  return (
    <>
      <section>
        <Title order={3} fz="sm" mb={4}>
          Error
        </Title>
        <Text>
          <Code>{code}</Code> {message}
        </Text>
        {issues.map((issue, i) => (
          <Text key={i} mt={6} fz="sm">
            <Code>{issue.path || "request"}</Code> {issue.message}
          </Text>
        ))}
      </section>
      {input !== null && (
        <section>
          <Title order={3} fz="sm" mb={4}>
            Input, without its values
          </Title>
          <CodeBlock label="Input" text={JSON.stringify(input, null, 2)} />
        </section>
      )}
    </>
  );
}
