import { Text } from "@mantine/core";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { formatNumber } from "../../ui/values/format.ts";
import type { NewSecret } from "./show-secret.tsx";
import { type Endpoint, hostOf, INVALIDATED_BY_WEBHOOKS } from "./use-endpoints.ts";

export type Asked = "rotate" | "takeOver" | "disable" | "delete";

interface EndpointQuestionsProps {
  readonly endpoint: Endpoint;
  /** The open dialog; null for none. */
  readonly asked: Asked | null;
  readonly onClose: () => void;
  readonly onSecret: (secret: NewSecret) => void;
}

/** The dialogs that confirm a rotation, a take-over, disabling or deletion. */
export function EndpointQuestions({ asked, ...props }: EndpointQuestionsProps) {
  return (
    <>
      <Rotate {...props} opened={asked === "rotate"} />
      <TakeOver {...props} opened={asked === "takeOver"} />
      <Disable {...props} opened={asked === "disable"} />
      <Delete {...props} opened={asked === "delete"} />
    </>
  );
}

interface QuestionProps extends Omit<EndpointQuestionsProps, "asked"> {
  readonly opened: boolean;
}

function Rotate({ endpoint, opened, onClose, onSecret }: QuestionProps) {
  const one = { projectId: useProjectId(), endpointId: endpoint.id };
  const rotate = useChange(api.webhooks.endpoints.rotateSecret.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
    showsError: true,
    onDone: ({ signingSecret: value, oldSecretUntil }) => {
      onClose();
      onSecret({ title: "New signing secret", value, oldSecretUntil });
    },
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Rotate the signing secret?"
      action="Rotate secret"
      change={rotate}
      onConfirm={() => rotate.mutate(one)}
    >
      The endpoint gets a new secret. For 24 hours requests are signed with both secrets, so that
      you can update your program.
    </Confirm>
  );
}

function TakeOver({ endpoint, opened, onClose }: QuestionProps) {
  const one = { projectId: useProjectId(), endpointId: endpoint.id };
  const takeOver = useChange(api.webhooks.endpoints.takeOver.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
    done: "Endpoint taken over. It gets every event from now on.",
    showsError: true,
    onDone: onClose,
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Take the endpoint over?"
      action="Take over"
      change={takeOver}
      onConfirm={() => takeOver.mutate(one)}
    >
      An API key set {endpoint.url} up, so it gets only what the key may read. From now on it gets
      every event that it subscribes to, whatever becomes of the key.
    </Confirm>
  );
}

function Disable({ endpoint, opened, onClose }: QuestionProps) {
  const one = { projectId: useProjectId(), endpointId: endpoint.id };
  const disable = useChange(api.webhooks.endpoints.disable.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
    done: "Endpoint disabled.",
    showsError: true,
    onDone: onClose,
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Disable the endpoint?"
      action="Disable"
      change={disable}
      onConfirm={() => disable.mutate(one)}
    >
      {endpoint.url} gets no events until it is enabled again. {waiting(endpoint.pending)}
    </Confirm>
  );
}

function Delete({ endpoint, opened, onClose }: QuestionProps) {
  const one = { projectId: useProjectId(), endpointId: endpoint.id };
  const remove = useChange(api.webhooks.endpoints.delete.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
    done: "Endpoint deleted.",
    showsError: true,
    onDone: onClose,
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Delete the endpoint?"
      name={hostOf(endpoint.url)}
      action="Delete endpoint"
      change={remove}
      onConfirm={() => remove.mutate(one)}
    >
      <Text span inherit style={{ overflowWrap: "anywhere" }}>
        {endpoint.url} gets no more events, and its deliveries cannot be replayed. This cannot be
        undone. {waiting(endpoint.pending)}
      </Text>
    </Confirm>
  );
}

function waiting(pending: number): string {
  if (pending === 0) return "";
  return pending === 1
    ? "Its pending delivery is marked as failed."
    : `Its ${formatNumber(pending)} pending deliveries are marked as failed.`;
}
