import type { HubspotObject } from "./answers.ts";

/*
 * Texts that HubSpot writes in another way than Rapport: notes in HTML, durations in milliseconds, options in capitals. The
 * import reads them, and the paths for HubSpot's clients read and write them.
 */

/** Tags after which a line ends. */
const LINE_END = /<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote|pre)>/gi;
const LIST_ITEM = /<li(?:\s[^<>]*)?>/gi;
/** Only what can be a tag: a text may have a `<` too. */
const TAG = /<\/?[a-z][^<>]*>|<!--[^<>]*-->/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " },
};

/** Returns the text of HTML as HubSpot's editor writes it, with a line for each block. Other texts stay as they are. */
export function textOfHtml(html: string): string {
  return html
    .replace(LINE_END, "\n")
    .replace(LIST_ITEM, "- ")
    .replace(TAG, "")
    .replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
      return decodeCharacter(
        decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal),
      );
    })
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function decodeCharacter(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "";
}

/** Converts a text between HubSpot's form and ours. Most texts need no `ours`, because options match in any letter case. */
interface Form {
  ours?(theirs: string): string | null;
  theirs?(ours: string): string;
}

/** Outcomes of calls that every HubSpot account has, by HubSpot's ids. */
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

const HTML: Form = { ours: textOfHtml };
const CAPITALS: Form = { theirs: capitals };
/** `NO_SHOW`, `NO SHOW` and `no-show` are one. */
const SNAKE: Form = {
  ours: (theirs) => theirs.toLowerCase().replaceAll(/[ -]/g, "_"),
  theirs: capitals,
};

function capitals(option: string): string {
  // An option that has capitals came with them.
  return /[A-Z]/.test(option) ? option : option.toUpperCase();
}

function translated(ours: Readonly<Record<string, string>>): Form {
  const known = new Map(Object.entries(ours));
  const theirs = new Map([...known].map(([their, our]) => [our, their]));
  return { ours: (text) => known.get(text) ?? text, theirs: (text) => theirs.get(text) ?? text };
}

/** By Rapport's name of the type and HubSpot's of the property. */
const FORMS: Readonly<Partial<Record<string, Readonly<Record<string, Form>>>>> = {
  contact: { hs_lead_status: CAPITALS },
  ticket: { hs_ticket_priority: CAPITALS, hs_ticket_category: CAPITALS, source_type: CAPITALS },
  note: { hs_note_body: HTML },
  task: {
    hs_task_body: HTML,
    hs_task_status: {
      ours: (theirs) => (theirs === "COMPLETED" ? "done" : "open"),
      theirs: (ours) => (ours === "done" ? "COMPLETED" : "NOT_STARTED"),
    },
    hs_task_priority: { ...CAPITALS, ours: (theirs) => (theirs === "NONE" ? null : theirs) },
  },
  call: {
    hs_call_body: HTML,
    hs_call_duration: {
      ours: (theirs) => (/^\d{1,15}$/.test(theirs) ? String(Number(theirs) / 1_000) : theirs),
      theirs: (ours) => String(Math.round(Number(ours) * 1_000)),
    },
    hs_call_direction: CAPITALS,
    hs_call_status: SNAKE,
    hs_call_disposition: translated(OUTCOMES),
  },
  email: {
    hs_email_html: HTML,
    hs_email_direction: translated(DIRECTIONS),
    hs_email_status: CAPITALS,
  },
  meeting: { hs_meeting_body: HTML, hs_meeting_outcome: SNAKE },
};

function findForm(type: string, name: string): Form | undefined {
  const forms = Object.hasOwn(FORMS, type) ? FORMS[type] : undefined;
  return forms !== undefined && Object.hasOwn(forms, name) ? forms[name] : undefined;
}

/** Returns a text that HubSpot wrote as Rapport has it; null for no value. */
export function ourText(type: string, name: string, theirs: string): string | null {
  const ours = findForm(type, name)?.ours;
  return ours === undefined || theirs === "" ? theirs : ours(theirs);
}

type Values = HubspotObject["properties"];

/** Returns the values of an object of HubSpot in the forms that Rapport has. A task that is not done has no time of it. */
export function toRapportForms(type: string, values: Values): Values {
  const formed = Object.entries(values).map(([name, value]) => [
    name,
    value === null ? null : ourText(type, name, value),
  ]);
  const ours: Values = Object.fromEntries(formed);
  if (type !== "task" || ours.hs_task_status === "done") return ours;
  return { ...ours, hs_task_status: "open", hs_task_completion_date: null };
}

/** A value as operations return it. */
export type ShownValue = string | boolean | readonly (string | boolean)[] | null;

/** Returns a value as HubSpot writes it: always a text, in which semicolons separate several; null for no value. */
export function hubspotText(
  type: string,
  name: string,
  value: ShownValue | undefined,
): string | null {
  if (value === null || value === undefined) return null;
  const theirs = findForm(type, name)?.theirs ?? String;
  if (typeof value === "object") return value.map((one) => theirs(String(one))).join(";");
  return theirs(String(value));
}
