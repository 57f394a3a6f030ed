import { randomInt } from "node:crypto";
import type { Seeded } from "../seed.ts";
import { NAMESAKES, WORDS } from "../seed-rows.ts";

/** A request that reads, and the call of the procedure that serves it. */
export interface Question {
  readonly procedure: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  readonly input: object;
}

/** Makes the questions of a work. `ask` is for what they need to know before, such as a cursor. */
export interface QuestionWork {
  readonly name: string;
  /** What one answer has many of, if their number per second is of interest. */
  readonly unit?: "events";
  /** Whether it asks the Workspace API, with an API key. */
  readonly isWorkspace?: boolean;
  readonly questions: (seeded: Seeded, ask: Ask) => Promise<readonly Question[]>;
}

export type Ask = (question: Question) => Promise<Answered>;

interface Answered {
  readonly results: readonly { readonly id: unknown }[];
  readonly nextCursor: string | null;
}

/** Different questions of one work. */
const VARIANTS = 48;
const DEEP_PLACE = 49_950;

type Filter = Readonly<Record<string, unknown>>;

const eq = (internal_name: string, value: string): Filter => ({
  ...{ internal_name, operator: "EQ", value },
});

function search(filters: readonly Filter[], more: object = {}): Question {
  const groups = filters.length === 0 ? {} : { filterGroups: [{ filters }] };
  const body = { ...groups, ...more };
  const path = "/api/crm/objects/contacts/search";
  return { procedure: "contacts.search", method: "POST", path, body, input: body };
}

function get(
  procedure: string,
  path: string,
  params: Record<string, string>,
  query: Record<string, string> = {},
): Question {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
  const text = new URLSearchParams(query).toString();
  return {
    ...{ procedure, method: "GET", path: text === "" ? place : `${place}?${text}` },
    input: { ...params, ...query },
  };
}

function list(query: Record<string, string> = {}): Question {
  return get("contacts.list", "/api/crm/objects/contacts", {}, { limit: "50", ...query });
}

/** The list of the Workspace API. */
function keyList(query: Record<string, string> = {}): Question {
  return get("contacts.list", "/v1/contacts", {}, { limit: "50", ...query });
}

const LEADS = { lifecycleStage: "lead" };

function read(id: number, query: Record<string, string> = {}): Question {
  const path = "/api/crm/objects/contacts/{contactId}";
  return get("contacts.read", path, { contactId: String(id) }, query);
}

const email = (i: number) => `person${i}@example.com`;

export const QUESTION_WORKS: readonly QuestionWork[] = [
  {
    name: "read by id",
    questions: async ({ firstId, count }) =>
      Array.from({ length: VARIANTS }, () => read(firstId + randomInt(count))),
  },
  {
    name: "read with associations",
    questions: async ({ firstId, count }) =>
      Array.from({ length: VARIANTS }, () =>
        read(firstId + randomInt(count), { associations: "company" }),
      ),
  },
  fixed("public list 50, page 1", () => [list()]),
  deep("public list 50, page 1,000", list),
  { ...fixed("list 50, page 1", () => [keyList()]), isWorkspace: true },
  { ...deep("list 50, page 1,000", keyList), isWorkspace: true },
  { ...fixed("list 50 filtered, page 1", () => [keyList(LEADS)]), isWorkspace: true },
  varied("by key", (i) =>
    get("contacts.byKey", "/api/crm/objects/contacts/by/{internal_name}", EMAIL, {
      value: email(i),
    }),
  ),
  varied("search, 1 property", (i) => search([eq("email", email(i))])),
  varied("search, 3 properties", (i, count) =>
    search([
      eq("lastname", `Last${i % Math.ceil(count / NAMESAKES)}`),
      eq("firstname", `First${i % 977}`),
      eq("lifecyclestage", i % 10 === 0 ? "customer" : "lead"),
    ]),
  ),
  varied("search, range and sort", (i) =>
    search(
      [
        {
          ...{ internal_name: "phone", operator: "BETWEEN" },
          value: phone(i),
          highValue: phone(i + 200),
        },
      ],
      { sorts: [{ internal_name: "lastname", direction: "DESCENDING" }] },
    ),
  ),
  fixed("search, word of 10", () => [search([], { query: WORDS.few })]),
  fixed("search, word of 10,000", () => [search([], { query: WORDS.some })]),
  fixed("search, word of half", () => [search([], { query: WORDS.half })]),
  varied("search, no index", (i) => search([eq("zip", `Z${i % 20}`)])),
  fixed("search, no index, none", () => [search([eq("city", "Nowhere")])]),
  fixed("associated records", ({ companyId }) => [
    get(
      "companies.associations",
      "/api/crm/objects/companies/{companyId}/associations/{toPlural}",
      { companyId: String(companyId), toPlural: "contacts" },
      { limit: "50" },
    ),
  ]),
  fixed("history, 200 of 1,000", ({ firstId }) => [
    get(
      "contacts.history",
      "/api/crm/objects/contacts/{contactId}/history",
      { contactId: String(firstId) },
      { limit: "200" },
    ),
  ]),
  {
    name: "feed, 200 events",
    unit: "events",
    questions: async ({ count }, ask) => {
      const questions = [feed()];
      for (let page = 1; page < Math.min(VARIANTS, count / 200); page++) {
        const { nextCursor } = await ask(questions.at(-1) as Question);
        questions.push(feed({ cursor: nextCursor ?? "" }));
      }
      return questions;
    },
  },
];

/** Searches that examine as many records as one call may, and find none. */
export const WORST_SEARCHES: readonly Question[] = [
  search([eq("city", "Nowhere")]),
  search([{ internal_name: "notes", operator: "NOT_CONTAINS_TOKEN", value: "plain" }]),
  search([eq("city", "Nowhere")], { sorts: [{ internal_name: "lastname" }], total: true }),
  search([eq("lifecyclestage", "lead"), eq("country", "Nowhere")], { query: WORDS.half }),
];

const EMAIL = { internal_name: "email" };

function feed(query: Record<string, string> = {}): Question {
  return get("events.list", "/api/crm/events", {}, { limit: "200", ...query });
}

function phone(i: number): string {
  return `+44207946${String(i).padStart(7, "0")}`;
}

function fixed(name: string, make: (seeded: Seeded) => readonly Question[]): QuestionWork {
  return { name, questions: async (seeded) => make(seeded) };
}

function varied(name: string, make: (i: number, count: number) => Question): QuestionWork {
  return {
    name,
    questions: async ({ count }) =>
      Array.from({ length: VARIANTS }, () => make(randomInt(count), count)),
  };
}

function deep(name: string, askList: (query: Record<string, string>) => Question): QuestionWork {
  return {
    name,
    questions: async ({ count }, ask) => {
      const cursor = await cursorAfter(ask, askList, Math.min(DEEP_PLACE, count - 50));
      return [askList(cursor === null ? {} : { cursor })];
    },
  };
}

async function cursorAfter(
  ask: Ask,
  askList: (query: Record<string, string>) => Question,
  place: number,
): Promise<string | null> {
  let cursor: string | null = null;
  for (let skipped = 0; skipped < place; ) {
    const limit = Math.min(200, place - skipped);
    const from: Record<string, string> = cursor === null ? {} : { cursor };
    const page = await ask(askList({ limit: String(limit), ...from }));
    cursor = page.nextCursor;
    skipped += limit;
  }
  return cursor;
}
