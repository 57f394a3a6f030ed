import { List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { formatNumber } from "../../ui/values/format.ts";
import type { Change } from "./words.ts";

/** Why records were refused, most frequent reasons first. */
export function Refusals({ change: { id, refused } }: { readonly change: Change }) {
  const projectId = useProjectId();
  const { data } = useQuery(api.changes.reasons.queryOptions({ projectId, id }));
  if (data === undefined || data.reasons.length === 0) return null;
  const { reasons, read } = data;
  const others = read - reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Text mt="sm">
        {read < refused ? `Of the first ${formatNumber(read)} refused:` : "Refused:"}
      </Text>
      <List>
        {reasons.map(({ message, count }) => (
          <List.Item key={message}>
            {formatNumber(count)}: {message}
          </List.Item>
        ))}
        {others > 0 && <List.Item>{formatNumber(others)}: other reasons</List.Item>}
      </List>
    </>
  );
}
