import { runSql } from "@rapport/testing";
import { expect } from "vitest";

const WRITERS = 8;
const WAIT = { timeout: 60_000, interval: 50 };

/** Contacts that writers create one after another, and what they were told. */
export interface Acknowledged {
  /** Email by id, of those that got 201. */
  readonly contacts: ReadonlyMap<string, string>;
  /** Status of other answers, with whether they had `Retry-After`. */
  readonly others: ReadonlySet<string>;
  /** Waits for more contacts. Returns the time of the first of them, as of `performance.now()`. */
  more(count: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts to create contacts over the Workspace API, with several writers at once. */
export function writeContacts(url: string, key: string): Acknowledged {
  const contacts = new Map<string, string>();
  const others = new Set<string>();
  let isEnding = false;
  let onFirst: ((at: number) => void) | undefined;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; !isEnding; n++) {
      const email = `${writer}-${n}@example.com`;
      const response = await createContact(url, key, email);
      const body = (await response.json()) as { data?: { id: string } };
      if (response.status === 201) {
        contacts.set(String(body.data?.id), email);
        onFirst?.(performance.now());
        onFirst = undefined;
      } else others.add(`${response.status} ${response.headers.has("retry-after")}`);
    }
  });
  return {
    contacts,
    others,
    async more(count) {
      const before = contacts.size;
      const { promise, resolve } = Promise.withResolvers<number>();
      onFirst = resolve;
      await expect.poll(() => contacts.size, WAIT).toBeGreaterThan(before + count);
      return promise;
    },
    async stop() {
      isEnding = true;
      await Promise.all(writers);
    },
  };
}

export function createContact(url: string, key: string, email: string): Promise<Response> {
  return fetch(`${url}/v1/contacts`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
}

/** Expects each contact in the database, and one event of it in the feed, whose numbers have no gap. */
export async function expectKept(
  database: string,
  contacts: ReadonlyMap<string, string>,
): Promise<void> {
  await expect.poll(() => runSql(database, PENDING), WAIT).toEqual([{ count: "0" }]);
  const rows = (await runSql(database, FEED)) as { number: string; id: string }[];
  expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, i) => i + 1));
  const told = new Set(rows.map(({ id }) => id));
  expect([...contacts.keys()].filter((id) => !told.has(id))).toEqual([]);
  const stored = (await runSql(database, EMAILS)) as { id: string; email: string }[];
  const emails = new Map(stored.map(({ id, email }) => [id, email]));
  expect([...contacts].filter(([id, email]) => emails.get(id) !== email)).toEqual([]);
}

const PENDING = `
  select count(*) from events where not exists (select from feed where feed.event_id = events.id)`;
const FEED = `
  select number, record_id as id from feed join events on events.id = feed.event_id
  order by number`;
const EMAILS = "select id, properties ->> 'email' as email from records";
