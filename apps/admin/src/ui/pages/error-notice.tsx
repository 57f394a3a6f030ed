import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { TRPCClientError } from "@trpc/client";
import { failureStatus, isRefusal, isUnreachable } from "../../api.ts";

interface ErrorNoticeProps {
  readonly error: unknown;
  /** Tries again; without it the notice has no button. */
  readonly onRetry?: () => void;
  readonly mb?: string;
}

/** Shows the server's message and each issue of the input. */
export function ErrorNotice({ error, onRetry, mb }: ErrorNoticeProps) {
  const issues = failureIssues(error);
  const message = issues.length === 1 ? firstIssueMessage(error) : failureMessage(error);
  return (
    <Alert
      color="red"
      variant="light"
      {...(mb !== undefined && { mb })}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        {!repeatsIssues(message, issues) && <Text>{message}</Text>}
        {issues.length > 1 && (
          <List size="sm">
            {issues.map(({ path, message }) => (
              <List.Item key={`${path} ${message}`}>{message}</List.Item>
            ))}
          </List>
        )}
        {onRetry && !isRefusal(error) && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Returns whether a message only joins those of the issues, or is that of the first. */
function repeatsIssues(message: string, issues: readonly Issue[]): boolean {
  if (issues.length < 2) return false;
  const isJoined = issues.every((issue) => message.includes(issue.message));
  return isJoined || message === issues[0]?.message;
}

/** Returns the sentence to show for a failed call. */
export function failureMessage(error: unknown): string {
  if (isUnreachable(error)) {
    return "The server cannot be reached. Check the connection and try again.";
  }
  if (failureStatus(error) === 401)
    return "Your session had ended, so nothing was saved. Try again.";
  return error instanceof Error ? error.message : "Something went wrong. Try again.";
}

export interface Issue {
  /** Place in the input, such as `properties.0.value`. */
  readonly path: string;
  readonly message: string;
  readonly code?: string;
  /** Id of the record that already has a unique value. */
  readonly conflictingId?: string;
}

/** Returns the issues of the input that the server listed. */
export function failureIssues(error: unknown): readonly Issue[] {
  if (!(error instanceof TRPCClientError)) return [];
  const { issues } = (error.data ?? {}) as { issues?: readonly Issue[] };
  return issues ?? [];
}

/** Returns the one sentence to show at the input whose value was refused. */
export function firstIssueMessage(error: unknown): string {
  return failureIssues(error)[0]?.message ?? failureMessage(error);
}
