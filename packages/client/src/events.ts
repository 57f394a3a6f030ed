import type { ObjectTypes } from "./model.ts";
import type { ObjectType, UpdatedTemplate } from "./public-types.ts";
import type { Contact, Deal } from "./workspace-types.ts";

type Value = string | number | boolean | (string | boolean)[] | null;

/** The changes of an update, by field. */
export type Changes = Record<string, { old: Value; new: Value }>;

/** A record of a type that the Workspace API has no operations for, with all its properties. */
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
  /** The `webhook-id`, which is the same for every delivery of the event. */
  id: string;
  type: Type;
  /** When the event happened, in ISO 8601, UTC. */
  timestamp: string;
  data: Data;
}

/** Any event that a webhook endpoint can receive. `type` determines the type of `data`. */
export type RapportEvent =
  | Lifecycle
  | StageChanged
  | EventOf<"association.created" | "association.deleted", Associated>
  | EventOf<"template.status_changed", { id: string } & UpdatedTemplate>
  | EventOf<"webhook.test", { endpointId: string }>;
