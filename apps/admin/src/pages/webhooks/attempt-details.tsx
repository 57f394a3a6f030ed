import { Group, Stack, Text, Title } from "@mantine/core";
import { CodeBlock } from "../../ui/values/code-block.tsx";
import { formatMoment, formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import classes from "./delivery.module.css";
import type { DeliveryDetails } from "./use-deliveries.ts";
import { outcomeOf } from "./words.ts";

type Attempt = DeliveryDetails["attempts"][number];

/** The server stores this much of a response. */
const MAX_RESPONSE_BYTES = 1024;

interface AttemptProps {
  readonly attempt: Attempt;
  readonly number: number;
}

/** An attempt of a delivery: its outcome, what was sent, and the response. */
export function AttemptDetails({ attempt, number }: AttemptProps) {
  const { tone, words } = outcomeOf(attempt);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Group gap="sm" className={classes.outcome}>
          <Title order={3}>Attempt {number}</Title>
          <Mark tone={tone}>{words}</Mark>
        </Group>
        <Text c="dimmed" fz="xs">
          {formatMoment(attempt.at)} · took {formatNumber(attempt.durationMs)} ms
        </Text>
      </Group>
      <div className={classes.halves}>
        <Stack gap={4}>
          <Text fw={500} fz="xs">
            Request headers (webhook-signature is not stored)
          </Text>
          <CodeBlock
            label={`Request headers of attempt ${number}`}
            text={headerLines(attempt.requestHeaders)}
          />
        </Stack>
        <Stack gap={4}>
          <Text fw={500} fz="xs">
            Response
          </Text>
          <Answer attempt={attempt} number={number} />
        </Stack>
      </div>
    </Stack>
  );
}

function Answer({ attempt: { response, status }, number }: AttemptProps) {
  if (!response) {
    return (
      <Text c="dimmed">
        {status === null ? "No response." : `Status ${status} without a body.`}
      </Text>
    );
  }
  const isCut = new TextEncoder().encode(response).length >= MAX_RESPONSE_BYTES;
  return (
    <>
      <CodeBlock label={`Response to attempt ${number}`} text={response} />
      {isCut && (
        <Text c="dimmed" fz="xs">
          Only the first KiB is stored.
        </Text>
      )}
    </>
  );
}

function headerLines(headers: Attempt["requestHeaders"]): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
