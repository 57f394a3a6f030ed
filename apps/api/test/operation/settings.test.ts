import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, readConfig } from "@rapport/service/settings/config";
import { describe, expect, it } from "vitest";

const SECRET_KEY = Buffer.alloc(32).toString("base64");
const read = (env: Record<string, string>) => readConfig({ SECRET_KEY, ...env });

describe("the settings", () => {
  it("have defaults, also for variables that are empty", () => {
    const defaults = read({});
    expect(defaults).toMatchObject({
      host: "127.0.0.1",
      port: 3_000,
      publicUrl: "http://127.0.0.1:3000",
      adminPublicUrl: "http://127.0.0.1:3001",
      databaseTimeout: 10_000,
      processes: 1,
      rateLimit: 1_000,
      graphUrl: "https://graph.facebook.com/v24.0",
      templateSyncEvery: null,
      logLevel: "info",
      traces: null,
      requestLog: { mode: "all", days: 7, withInput: true },
      demo: true,
    });
    const names = ["PORT", "PUBLIC_URL", "DATABASE_TIMEOUT", "TRUST_PROXY", "LOG_LEVEL", "DEMO"];
    const empty = read(Object.fromEntries(names.map((name) => [name, ""])));
    expect({ ...empty, secretKeys: null }).toEqual({ ...defaults, secretKeys: null });
  });

  it("are converted to the values that the program uses", () => {
    expect(
      read({
        PORT: "8080",
        HOST: "::",
        ADMIN_PUBLIC_URL: "https://admin.example.com/",
        DATABASE_TIMEOUT: "45s",
        META_GRAPH_URL: "http://127.0.0.1:1/v1/",
        TEMPLATE_SYNC_EVERY: "6h",
        WEBHOOK_ALLOW_NETWORKS: "10.0.0.0/8, ::1/128",
        DEMO: "0",
      }),
    ).toMatchObject({
      publicUrl: "http://localhost:8080",
      adminPublicUrl: "https://admin.example.com",
      databaseTimeout: 45_000,
      graphUrl: "http://127.0.0.1:1/v1",
      templateSyncEvery: 21_600_000,
      webhookNetworks: ["10.0.0.0/8", "::1/128"],
      demo: false,
    });
  });

  it.each([
    ["PORT", "1e3", 'PORT must be a whole number from 0 to 65535, not "1e3"'],
    ["HISTORY_DAYS", "0", 'HISTORY_DAYS must be a whole number from 1 to 36500, not "0"'],
    ["HISTORY_DAYS", "30d", 'HISTORY_DAYS must be a whole number from 1 to 36500, not "30d"'],
    ["PROCESSES", "0", 'PROCESSES must be a whole number from 1 to 256, or auto, not "0"'],
    ["LOG_LEVEL", "loud", /^LOG_LEVEL must be one of trace, .*, silent, not "loud"\.$/],
    ["PUBLIC_URL", "https://a.example/x", /^PUBLIC_URL must be an origin such as .*, not "https:/],
    [
      "META_GRAPH_URL",
      "https://a.example?x",
      /^META_GRAPH_URL must be an http:\/\/ or https:\/\/ address/,
    ],
    ["TEMPLATE_SYNC_EVERY", "1w", /^TEMPLATE_SYNC_EVERY must be a time such as 15m, .*not "1w"\.$/],
    ["TEMPLATE_SYNC_EVERY", "25d", /^TEMPLATE_SYNC_EVERY must be a time .*at most 24d/],
    ["STOP_GRACE", "600h", /^STOP_GRACE must be a time .*at most 24d/],
    ["DATABASE_TIMEOUT", "0", 'DATABASE_TIMEOUT must be a time from 1s to 45s, not "0"'],
    ["DATABASE_TIMEOUT", "46s", 'DATABASE_TIMEOUT must be a time from 1s to 45s, not "46s"'],
    [
      "DATABASE_URL",
      "mysql://u:hunter2@h/x",
      "DATABASE_URL must start with postgres:// or sqlite:",
    ],
    [
      "DATABASE_READ_URL",
      "sqlite:/tmp/x.db",
      "DATABASE_READ_URL must be the postgres:// address of a standby of DATABASE_URL",
    ],
    [
      "DATABASE_READ_URL",
      "postgres://u:hunter2@h/x",
      /^DATABASE_READ_URL needs PostgreSQL: set DATABASE_URL to its primary\.$/,
    ],
    ["SECRET_KEY", "hunter2", /^SECRET_KEY must be 32 bytes in base64, such as (?!.*hunter2)/],
    [
      "WEBHOOK_ALLOW_NETWORKS",
      "10/8",
      /^WEBHOOK_ALLOW_NETWORKS must list networks: "10\/8" is not/,
    ],
    ["PUBLIC_ULR", "https://a.example", "PUBLIC_ULR is not a setting; did you mean PUBLIC_URL?"],
    ["DATABSE_UR", "x", "DATABSE_UR is not a setting; did you mean DATABASE_URL?"],
    ["PROT", "80", "PROT is not a setting; did you mean PORT?"],
    ...["/", "@", "?", "#", "%", "a/b@c"].map((character): [string, string, RegExp] => [
      "DATABASE_URL",
      `postgres://u:hunter2${character}x@h/d`,
      /^DATABASE_URL has a character in its user or password that must be (?!.*hunter2)/,
    ]),
    ["DEMO", "a\nb", 'DEMO must be one of 0, 1, not "a\\nb"'],
  ])("name a wrong %s (%j) in one line", (name, value, message) => {
    const wrong = () => read({ [name]: value });
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(message);
  });

  it.each([
    ["HOME", "/root"],
    ["HOSTNAME", "crm"],
    ["ROOT", "/"],
    ["OTEL_TRACES_SAMPLER", "parentbased_traceidratio"],
    ["DATABASE_URL", "postgres://u%2F:p%40x@h:5432/d?options=a@b"],
    ["DATABASE_URL", "postgres:///d?host=/var/run/postgresql"],
    ["DATABASE_URL", "postgres://h/d"],
  ])("take %s (%j) for what it is", (name, value) => {
    expect(() => read({ [name]: value })).not.toThrow();
  });

  it("report every wrong variable at once, and make no key file then", () => {
    const DATA_DIR = join(mkdtempSync(join(tmpdir(), "rapport-settings-")), "data");
    expect(() =>
      readConfig({ DATA_DIR, PORT: "x", TRUST_PROXY: "0.0.0.0/0", OIDC_CLIENT_ID: "rapport" }),
    ).toThrow(
      /^PORT must .*, not "x"\. TRUST_PROXY must .* OIDC_ISSUER must be set .* OIDC_CLIENT_SECRET must be set because OIDC_CLIENT_ID is set\.$/,
    );
    expect(existsSync(DATA_DIR)).toBe(false);
    rmSync(join(DATA_DIR, ".."), { recursive: true });
  });
});
