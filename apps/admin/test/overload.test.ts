import { randomBytes } from "node:crypto";
import { readConfig } from "@rapport/service/settings/config";
import { migratedDatabase } from "@rapport/testing";
import { pino } from "pino";
import { expect, it } from "vitest";
import { startAdminServer } from "../server/server.ts";

it("logs one line per second for requests refused for lack of room", async () => {
  const database = await migratedDatabase("sqlite");
  const config = readConfig({
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString("base64"),
    ADMIN_PORT: "0",
    STOP_GRACE: "0",
  });
  const requests = { ...config.http.requests, underWay: 0, waitingBytes: 0 };
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const server = await startAdminServer({ ...config, http: { ...config.http, requests } }, log);
  try {
    const { port } = new URL(server.url);
    const asked = Array.from({ length: 40 }, () => fetch(`http://127.0.0.1:${port}/session`));
    const statuses = (await Promise.all(asked)).map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    const counts = () =>
      logged.flatMap((line) => {
        const { cause, count } = JSON.parse(line);
        return cause === "overload" ? [count as number] : [];
      });
    const total = () => counts().reduce((sum, count) => sum + count, 0);
    await expect.poll(total).toBe(40);
    expect(counts().length).toBeLessThan(40);
  } finally {
    await server.stop();
    await database.drop();
  }
});
