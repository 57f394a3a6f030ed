import type { ObjectTypes } from "./model.ts";
import type { ObjectType, UpdatedTemplate } from "./public-types.ts";
import type { Contact, Deal } from "./workspace-types.ts";

type Value = string | number | boolean | (string | boolean)[] | null;

/** What an update changed, by field. */
export type Changes = Record<string, { old: Value; new: Value }>;

/** A record that the Workspace API does not return, with all its properties. */
export type PropertyRecord = { id: string } & Record<
  string,
  string | boolean | (string | boolean)[] | null
>;

/** The records that the Workspace API returns. */
interface WorkspaceRecords {
  contact: Contact;
  deal: Deal;
}

type Payload<T extends ObjectType> = T extends keyof WorkspaceRecords
  ? WorkspaceRecords[T]
  : PropertyRecord;

type Lifecycle = {
  [T in ObjectType]:
    | EventOf<`${T}.created` | `${T}.deleted` | `${T}.restored`, Payload<T>>
    | EventOf<`${T}.updated`, Changed<Payload<T>>>;
}[ObjectType];

type StageChanged = {
  [T in ObjectType]: ObjectTypes[T]["hasPipeline"] extends true
    ? EventOf<`${T}.stage_changed`, Changed<Payload<T>>>
    : never;
}[ObjectType];

type Changed<Record> = Omit<Record, "changes"> & { changes: Changes };

interface Associated {
  /** For example `deal_to_company`. */
  label: string;
  from: { object: ObjectType; id: string };
  to: { object: ObjectType; id: string };
}

interface EventOf<Type extends string, Data> {
  /** The `webhook-id`: the same each time the event arrives. */
  id: string;
  type: Type;
  /** When it happened, ISO 8601 in UTC. */
  timestamp: string;
  data: Data;
}

/** Everything that a webhook endpoint can be told of; `type` says what `data` is. */
export type RapportEvent =
  | Lifecycle
  | StageChanged
  | EventOf<"association.created" | "association.deleted", Associated>
  | EventOf<"template.status_changed", { id: string } & UpdatedTemplate>
  | EventOf<"webhook.test", { endpointId: string }>;
