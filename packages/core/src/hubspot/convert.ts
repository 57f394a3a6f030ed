import type { PropertyDefinition } from "@rapport/model";
import { decimalOfNumber } from "../formats.ts";
import type { PropertyItem } from "../records/property-input.ts";
import { rulesBrokenBy } from "../values/broken-rules.ts";
import { parseValue, parseValues, type StoredValue } from "../values/parse-value.ts";
import type { HubspotObject } from "./answers.ts";

/** HubSpot's older texts of times: milliseconds since 1970. */
const MILLISECONDS = /^-?\d{10,14}$/;

/**
 * Converts a value of HubSpot, which is always a text, for a property.
 *
 * @returns the item of an input, or why the property cannot have the value
 */
export function convertValue(
  definition: PropertyDefinition,
  value: string,
): { readonly item: PropertyItem } | { readonly why: string } {
  const { name: internal_name } = definition;
  if (definition.multi) {
    const values = value
      .split(";")
      .flatMap((one) => one.trim() || [])
      .map((one) => optionOf(definition, one));
    const parsed = parseValues(definition, values);
    return parsed.ok
      ? allowed(definition, parsed.value, { internal_name, values })
      : notValid(definition);
  }
  const scalar = scalarOf(definition, optionOf(definition, value));
  const parsed = parseValue(definition, scalar);
  return parsed.ok
    ? allowed(definition, parsed.value, { internal_name, value: scalar })
    : notValid(definition);
}

/** A value that breaks a rule is left out, so that the rest of the object comes. */
function allowed(definition: PropertyDefinition, value: StoredValue, item: PropertyItem) {
  const [broken] = rulesBrokenBy(definition, value);
  if (broken === undefined) return { item };
  return { why: `the value breaks the rule ${broken.rule} of ${definition.name}` };
}

/** Does not quote the value, as the faults of `parseValue` do, because the report must hold no values. */
function notValid({ name, type, closed }: PropertyDefinition): { readonly why: string } {
  if (closed) return { why: `the value is not one that ${name} allows` };
  return { why: `the value does not fit the type of ${name}, which is ${type}` };
}

/** Returns the option that a value is but for its case: `HIGH` is `high`. HubSpot writes its own options in capitals. */
function optionOf({ type, options = [] }: PropertyDefinition, value: string): string {
  if (type !== "enumeration" || options.some((option) => option.value === value)) return value;
  const lower = value.toLowerCase();
  return options.find((option) => option.value.toLowerCase() === lower)?.value ?? value;
}

function scalarOf({ type }: PropertyDefinition, value: string): string | boolean {
  switch (type) {
    case "boolean":
      return value === "true" || value === "false" ? value === "true" : value;
    case "date":
      return timeOf(value).slice(0, 10);
    case "datetime":
      return timeOf(value);
    case "number":
      return /e/i.test(value) ? (decimalOfNumber(Number(value)) ?? value) : value;
    default:
      return value;
  }
}

function timeOf(value: string): string {
  return MILLISECONDS.test(value) ? new Date(Number(value)).toISOString() : value;
}

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
      return characterOf(decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal));
    })
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "";
}

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
