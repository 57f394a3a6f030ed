import type { ObjectTypes } from "./model.ts";
import type { ObjectType } from "./record-types.ts";
import type { UpdatedTemplate } from "./template-types.ts";
import type { Contact, Deal } from "./workspace-types.ts";

type Value = string | number | boolean | (string | boolean)[] | null;

/** The changes of an update, by field. */
export type Changes = Record<string, { old: Value; new: Value }>;

/** A record of a type that the Workspace API has no operations for, with all its properties. */
export type PropertyRecord = { id: string } & Record<string, Value>;

/** The records that the Workspace API returns. */
interface WorkspaceRecords {
  contact: Contact;
  deal: Omit<Deal, "companyIds">;
}

/** What the data of every event has besides an id. */
interface Subject<Name extends string> {
  object: Name;
  /** Grows with every change, so it shows which of two events is later. */
  version: number;
}

type Payload<T extends ObjectType> = Subject<T> &
  (T extends keyof WorkspaceRecords ? WorkspaceRecords[T] : PropertyRecord);

type Created<T extends ObjectType> = T extends "deal"
  ? Payload<T> & { companyId: string | null }
  : Payload<T>;

type Lifecycle = {
  [T in ObjectType]:
    | EventOf<`${T}.created`, Created<T>>
    | EventOf<`${T}.deleted` | `${T}.restored`, Payload<T>>
    | EventOf<`${T}.updated`, Changed<Payload<T>>>
    | EventOf<`${T}.merged`, MergedInto<Payload<T>, string>>
    | EventOf<`${T}.unmerged`, UnmergedFrom<Payload<T>, string>>
    | EventOf<`${T}.erased`, Subject<T> & { id: string }>;
}[ObjectType];

/** Either the primary record of a merge, or one of the merged records. */
type MergedInto<Record, Id> =
  | (Omit<Record, "changes"> & { changes: Changes; mergedIds: Id[] })
  | (Record & { mergedInto: Id });

/** Either the primary record of a merge that was undone, or the record that was merged. */
type UnmergedFrom<Record, Id> =
  | (Omit<Record, "changes"> & { changes: Changes; unmergedId: Id })
  | (Record & { unmergedFrom: Id });

/** What every event of an erased record has, also one from before the erasure. */
export interface ErasedData<T extends ObjectType = ObjectType> extends Subject<T> {
  id: number;
  properties?: undefined;
}

/** A record after a change, as a read returns it. */
export interface EventRecord<T extends ObjectType = ObjectType> extends Subject<T> {
  id: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  /** Only of a deleted record. */
  deletedAt?: string;
  properties: Record<string, string | boolean | (string | boolean)[] | null>;
  /** Associations that the record was created with, by type; null in later events. */
  associations: Record<string, { id: string; type: string }[]> | null;
}

type Full = {
  [T in ObjectType]:
    | EventOf<`${T}.created` | `${T}.deleted` | `${T}.restored`, EventRecord<T> | ErasedData<T>>
    | EventOf<`${T}.updated`, (EventRecord<T> & { changes: Changes }) | ErasedData<T>>
    | EventOf<`${T}.merged`, MergedInto<EventRecord<T>, number> | ErasedData<T>>
    | EventOf<`${T}.unmerged`, UnmergedFrom<EventRecord<T>, number> | ErasedData<T>>
    | EventOf<`${T}.erased`, ErasedData<T>>
    | (ObjectTypes[T]["hasPipeline"] extends true
        ? EventOf<`${T}.stage_changed`, (EventRecord<T> & { changes: Changes }) | ErasedData<T>>
        : never);
}[ObjectType];

type StageChanged = {
  [T in ObjectType]: ObjectTypes[T]["hasPipeline"] extends true
    ? EventOf<`${T}.stage_changed`, Changed<Payload<T>>>
    : never;
}[ObjectType];

type Changed<Record> = Omit<Record, "changes"> & { changes: Changes };

interface Associated extends Subject<"association"> {
  /** The two records' ids, and the key of a label. */
  id: string;
  /** The plain label, for example `deal_to_company`. */
  label: string;
  /** What an entry says that is read from `from`: the plain label, or the key of another one. */
  type: string;
  from: { object: ObjectType; id: string };
  to: { object: ObjectType; id: string };
}

/** A part of the schema that was created, changed or removed. */
interface SchemaChange extends Subject<"schema"> {
  /** For example `deal.stage.default.won`. */
  id: string;
  objectType: ObjectType;
  /** Of a label of associations: the type that it leads to. */
  toObjectType?: ObjectType;
  part: "property" | "pipeline" | "stage" | "association_label";
  /** The key of a stage's pipeline; null for other parts. */
  pipeline: string | null;
  /** The internal name or key; null for the order of pipelines or stages. */
  key: string | null;
  action: "created" | "updated" | "deleted" | "reordered";
}

/** An event of each of these types, so that a check of `type` narrows `data`. */
type EventOf<Type extends string, Data> = Type extends string
  ? {
      /** The `webhook-id`, which is the same for every delivery of the event. */
      id: string;
      type: Type;
      /** When the event happened, in ISO 8601, UTC. */
      timestamp: string;
      data: Data;
    }
  : never;

type OfNoRecord =
  | EventOf<"association.created" | "association.deleted", Associated>
  | EventOf<"schema.changed", SchemaChange>
  | EventOf<"template.status_changed", { id: string } & Subject<"template"> & UpdatedTemplate>;

type Tested = EventOf<"webhook.test", { id: string; endpointId: string } & Subject<"endpoint">>;

/** Any event that a webhook endpoint can receive. `type` determines the type of `data`. */
export type RapportEvent = Lifecycle | StageChanged | OfNoRecord | Tested;

/**
 * Any event of the feed, and of an endpoint whose payload is `full` (which also gets `webhook.test`). Events of an erased
 * record have no `properties`.
 */
export type FullEvent = Full | OfNoRecord;
