import type { HubspotObject } from "./answers.ts";
import { textOfHtml } from "./convert.ts";

type Values = HubspotObject["properties"];

/** Returns the values of an object of HubSpot; those of activities in the forms that Rapport has. */
export function valuesOf(type: string, values: Values): Values {
  return { ...values, ...FORMS[type]?.(values) };
}

/** The outcomes of calls that every account of HubSpot has, which it names by ids. */
const OUTCOMES: Readonly<Record<string, string>> = {
  "f240bbac-87c9-4f6e-bf70-924b57d47db7": "connected",
  "9d9162e7-6cf3-4944-bf63-4dff82258764": "busy",
  "73a0d17f-1163-4015-bdd5-ec830791da20": "no_answer",
  "b2cf5968-551e-4856-9783-52b3da59a7d0": "left_voicemail",
  "a4c4c377-d246-4b32-a13b-75a56a4cd0ff": "left_live_message",
  "17b47fee-58de-441e-a44c-c6300d46f273": "wrong_number",
};

const DIRECTIONS: Readonly<Record<string, string>> = {
  EMAIL: "outbound",
  INCOMING_EMAIL: "inbound",
  FORWARDED_EMAIL: "forwarded",
};

const FORMS: Readonly<Record<string, (values: Values) => Values>> = {
  note: (values) => ({ hs_note_body: plain(values.hs_note_body) }),
  task: (values) => {
    const isDone = values.hs_task_status === "COMPLETED";
    return {
      hs_task_body: plain(values.hs_task_body),
      hs_task_status: isDone ? "done" : "open",
      hs_task_completion_date: isDone ? (values.hs_task_completion_date ?? null) : null,
      hs_task_priority:
        values.hs_task_priority === "NONE" ? null : (values.hs_task_priority ?? null),
    };
  },
  call: (values) => ({
    hs_call_body: plain(values.hs_call_body),
    hs_call_duration: seconds(values.hs_call_duration),
    hs_call_status: snake(values.hs_call_status),
    hs_call_disposition:
      OUTCOMES[values.hs_call_disposition ?? ""] ?? values.hs_call_disposition ?? null,
  }),
  email: (values) => ({
    hs_email_direction:
      DIRECTIONS[values.hs_email_direction ?? ""] ?? values.hs_email_direction ?? null,
  }),
  meeting: (values) => ({
    hs_meeting_body: plain(values.hs_meeting_body),
    hs_meeting_outcome: snake(values.hs_meeting_outcome),
  }),
};

/** HubSpot gives milliseconds. */
function seconds(milliseconds: string | null | undefined): string | null {
  if (!milliseconds || !/^\d{1,15}$/.test(milliseconds)) return milliseconds ?? null;
  return String(Number(milliseconds) / 1_000);
}

/** `NO_SHOW`, `NO SHOW` and `no-show` are one. */
function snake(value: string | null | undefined): string | null {
  return value?.toLowerCase().replaceAll(/[ -]/g, "_") ?? null;
}

function plain(html: string | null | undefined): string | null {
  return html ? textOfHtml(html) : null;
}
