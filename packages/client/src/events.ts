import type { UpdatedTemplate } from "./public-types.ts";
import type { Contact, Deal } from "./workspace-types.ts";

type Value = string | number | boolean | (string | boolean)[] | null;

/** What an update changed, by field. */
export type Changes = Record<string, { old: Value; new: Value }>;

/** A record that the Workspace API does not return, with all its properties. */
export type PropertyRecord = { id: string } & Record<
  string,
  string | boolean | (string | boolean)[] | null
>;

interface Payloads {
  contact: Contact;
  company: PropertyRecord;
  deal: Deal;
  ticket: PropertyRecord;
  lead: PropertyRecord;
  appointment: PropertyRecord;
}

type Lifecycle = {
  [T in keyof Payloads]:
    | EventOf<`${T}.created` | `${T}.deleted` | `${T}.restored`, Payloads[T]>
    | EventOf<`${T}.updated`, Changed<Payloads[T]>>;
}[keyof Payloads];

type StageChanged = {
  [T in "deal" | "ticket" | "lead" | "appointment"]: EventOf<
    `${T}.stage_changed`,
    Changed<Payloads[T]>
  >;
}["deal" | "ticket" | "lead" | "appointment"];

type Changed<Record> = Omit<Record, "changes"> & { changes: Changes };

interface Associated {
  /** For example `deal_to_company`. */
  label: string;
  from: { object: keyof Payloads; id: string };
  to: { object: keyof Payloads; id: string };
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
