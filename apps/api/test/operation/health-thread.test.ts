import { spawnSync } from "node:child_process";
import {
  type HealthListener,
  openHealthListener,
} from "@rapport/service/operation/health-listener";
import { afterEach, expect, it } from "vitest";

const WAIT = { timeout: 60_000 };
const LONG = 3_600_000;

let listener: HealthListener;
const failures: unknown[] = [];
afterEach(async () => {
  await listener.stop();
  expect(failures).toEqual([]);
});

async function start(limits: { stuckAfter: number; scrape: number }): Promise<string> {
  const at = { host: "127.0.0.1", port: 0, token: null, limits };
  listener = await openHealthListener(at, (error) => failures.push(error));
  return `http://127.0.0.1:${listener.port}`;
}

function serve(text: () => string): Promise<void> {
  const unused = () => undefined;
  return listener.serve({
    ready: async () => undefined,
    metrics: {
      ...{ request: unused, tokenIssued: unused, deliveryAttempted: unused },
      text: async () => text(),
      contentType: "text/plain; version=0.0.4; charset=utf-8",
    },
  });
}

/**
 * Sends requests from another process until the response contains a text, while this thread is blocked.
 *
 * @returns status and body of that response
 */
function askWhileBlocked(url: string, text: string): { status: number; body: string } {
  const program = `
    const [url, text] = process.argv.slice(1);
    for (;;) {
      const response = await fetch(url);
      const body = await response.text();
      if (!body.includes(text)) continue;
      console.log(JSON.stringify({ status: response.status, body }));
      break;
    }`;
  const args = ["--input-type=module", "--eval", program, url, text];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
  return JSON.parse(stdout);
}

const status = async (url: string) => (await fetch(url)).status;

it("answers health and readiness while the API's thread is busy", async () => {
  const url = await start({ stuckAfter: LONG, scrape: 1 });
  expect(await status(`${url}/healthz`)).toBe(200);
  expect(await status(`${url}/readyz`)).toBe(503);
  await serve(() => "");
  expect(await status(`${url}/readyz`)).toBe(200);
  expect(askWhileBlocked(`${url}/healthz`, "ok").status).toBe(200);
  expect(askWhileBlocked(`${url}/readyz`, "ready").status).toBe(200);
});

it("returns 503 while the API's thread is stuck, and 200 once it works again", async () => {
  const url = await start({ stuckAfter: 500, scrape: 1 });
  await serve(() => "");
  expect(await status(`${url}/readyz`)).toBe(200);
  expect(askWhileBlocked(`${url}/healthz`, "stuck").status).toBe(503);
  await expect.poll(() => status(`${url}/healthz`), WAIT).toBe(200);
  expect(askWhileBlocked(`${url}/readyz`, "not ready").status).toBe(503);
  await expect.poll(() => status(`${url}/readyz`), WAIT).toBe(200);
});

it("returns the last metrics with their age while the API's thread is busy", async () => {
  const url = await start({ stuckAfter: LONG, scrape: 20 });
  expect(await status(`${url}/metrics`)).toBe(503);
  let scrapes = 0;
  await serve(() => `scrapes ${++scrapes}\n`);
  const read = async () => (await fetch(`${url}/metrics`)).text();
  await expect.poll(read, WAIT).toMatch(/^scrapes \d+\n/);
  const { body } = askWhileBlocked(`${url}/metrics`, "scrapes");
  expect(body).toContain(`scrapes ${scrapes}\n`);
  expect(Number(/^rapport_metrics_age_seconds (.+)$/m.exec(body)?.[1])).toBeGreaterThan(0);
  const before = scrapes;
  await expect
    .poll(async () => Number(/\d+/.exec(await read())?.[0]), WAIT)
    .toBeGreaterThan(before);
});

it("returns 503 from /readyz once the process is stopping", async () => {
  const url = await start({ stuckAfter: LONG, scrape: 1 });
  await serve(() => "");
  expect(await status(`${url}/readyz`)).toBe(200);
  listener.setStopping();
  expect(await status(`${url}/readyz`)).toBe(503);
  expect(await status(`${url}/healthz`)).toBe(200);
});
