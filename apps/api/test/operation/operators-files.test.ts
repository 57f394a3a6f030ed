import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setQuota } from "@rapport/core";
import { SETTING_NAMES } from "@rapport/service/settings/settings";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startApp, type TestApp } from "../support/app.ts";

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/${path}`, import.meta.url)), "utf8");

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const dashboard = (JSON.parse(read("grafana/rapport.json")) as Dashboard).panels.flatMap(
  ({ targets }) => targets.map(({ expr }) => expr),
);
const { groups } = parse(read("prometheus/alerts.yaml")) as {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));

/** Names of series that the text of `/metrics` has or may have: a histogram has three. */
function seriesOf(text: string): ReadonlySet<string> {
  const types = text.matchAll(/^# TYPE (\S+) (\S+)$/gm);
  return new Set(
    [...types].flatMap(([, name, type]) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [`${name}`],
    ),
  );
}

describe("the dashboard and the alert rules", () => {
  let app: TestApp;
  let metrics = "";
  beforeAll(async () => {
    app = await startApp({ dialect: "sqlite", settings: { metricsPort: 0 } });
    await app.call("GET", "/healthz");
    const { tenantId } = await app.caller();
    await setQuota(app.deps, tenantId, { records: 1 });
    metrics = await (await fetch(`${app.metricsUrl}/metrics`)).text();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each([
    ["dashboard", dashboard, 21],
    ["alert rules", alerts, 15],
  ])("of the %s use only metrics that /metrics has", (_name, expressions, least) => {
    expect(expressions.length).toBeGreaterThanOrEqual(least);
    // A program with one process and no read replica does not have the last ones.
    const ofOthers = ["processes", "replica_usable", "replica_lag_seconds", "replica_reads_total"];
    const series = new Set([...seriesOf(metrics), ...ofOthers.map((name) => `rapport_${name}`)]);
    const used = expressions.flatMap((one) => [...one.matchAll(/\b(rapport|nodejs|process)_\w+/g)]);
    const unknown = used.map(([name]) => name).filter((name) => !series.has(name));
    expect(unknown).toEqual([]);
  });

  it("use only labels that the metrics have", () => {
    const labels = new Set([
      // Prometheus adds the first two. The others are of metrics that nothing was counted in here.
      ...["job", "instance", "result", "cause", "state"],
      ...[...metrics.matchAll(/[{,](\w+)="/g)].map(([, label]) => label as string),
    ]);
    const expressions = [...dashboard, ...alerts].join("\n");
    const grouped = [...expressions.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) =>
      (names as string).split(", "),
    );
    const selected = [...expressions.matchAll(/[{,](\w+)[=!]/g)].map(([, name]) => name as string);
    expect([...grouped, ...selected].filter((name) => !labels.has(name))).toEqual([]);
  });

  it("show every metric of Rapport", () => {
    const used = [...dashboard, ...alerts].join("\n");
    const own = [...metrics.matchAll(/^# TYPE (rapport_\S+)/gm)].map(([, name]) => name as string);
    expect(own.filter((name) => !used.includes(name))).toEqual([]);
  });
});

interface Service {
  readonly image: string;
  readonly build?: object;
  readonly environment: Readonly<Record<string, string | number>>;
}

describe("the settings", () => {
  const [, table = ""] = read("../README.md").split("## Settings\n");
  const rows = table.slice(0, table.indexOf("\n\nFor single sign-on")).split("\n").slice(3);
  const namesIn = (text: string) =>
    [...text.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => `${name}`);
  const { services } = parse(read("compose.yaml"), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
  };
  const own = Object.entries(services).filter(([, { build }]) => build !== undefined);
  const known = new Set(SETTING_NAMES);

  it("that programs read are all in the README's table", () => {
    const listed = new Set(rows.flatMap(namesIn));
    expect(SETTING_NAMES.filter((name) => !listed.has(name))).toEqual([]);
  });

  it("in the README's table are all read by the programs", () => {
    const named = rows.flatMap((row) => namesIn(row.split("|")[1] ?? ""));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it("reach every program of compose.yaml", () => {
    expect(own.map(([name]) => name)).toEqual(["api-1", "api-2", "admin"]);
    for (const [name, { environment }] of own) {
      const missing = SETTING_NAMES.filter((one) => !Object.hasOwn(environment, one));
      expect([name, missing]).toEqual([name, []]);
      expect(Object.keys(environment).filter((one) => !known.has(one))).toEqual([]);
    }
  });

  it("of compose.yaml have the values of .env with their own names", () => {
    for (const [name, value] of Object.entries(services.admin?.environment ?? {})) {
      const used = [...String(value).matchAll(/\$\{(\w+)/g)].map(([, one]) => one);
      const expected = name === "DATABASE_URL" ? ["POSTGRES_PASSWORD"] : [name];
      expect(used.length === 0 ? [] : expected).toEqual(used);
    }
  });

  it("of the units and the image exist", () => {
    const units = ["systemd/rapport-api.service", "systemd/rapport-admin.service"];
    const texts = [...units, "Dockerfile"].map(read);
    const given = texts.flatMap((text) =>
      text
        .replaceAll("\\\n", " ")
        .split("\n")
        .filter((line) => /^(Environment=|ENV )/.test(line))
        .flatMap((line) => [...line.matchAll(/[ =]([A-Z_]+)=/g)].map(([, name]) => `${name}`)),
    );
    const others = ["NODE_ENV", "NODE_COMPILE_CACHE", "PATH"];
    expect(new Set(given.filter((name) => !others.includes(name)))).toEqual(
      new Set(["HOST", "DATA_DIR", "METRICS_PORT", "ADMIN_METRICS_PORT", "WORKER_METRICS_PORT"]),
    );
    expect(given.filter((name) => !known.has(name) && !others.includes(name))).toEqual([]);
  });

  it("of the files that the guide to containers writes exist", () => {
    const blocks = [...read("../docs/containers.md").matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
      ([block]) => block,
    );
    const written = blocks.flatMap((block) => [...block.matchAll(/(?:^|")([A-Z_]+)=/gm)]);
    const names = written.map(([, name]) => `${name}`);
    expect(names).toEqual(["POSTGRES_PASSWORD", "SECRET_KEY", "PUBLIC_URL", "DATA_DIR"]);
    expect(names.filter((name) => !known.has(name))).toEqual(["POSTGRES_PASSWORD"]);
  });

  it("of the ports for health are the same in the image, the units, compose.yaml and the scrape job", () => {
    const ports = (text: string) =>
      [...text.matchAll(/\b((?:[A-Z]+_)?METRICS_PORT)(?:=|: )(\d+)/g)].map(([, name, port]) => [
        name,
        port,
      ]);
    const ofImage = Object.fromEntries(ports(read("Dockerfile")));
    expect(Object.keys(ofImage)).toHaveLength(3);
    const units = ports(
      read("systemd/rapport-api.service") + read("systemd/rapport-admin.service"),
    );
    expect(units).toHaveLength(2);
    expect(ofImage).toMatchObject(Object.fromEntries(units));
    expect(Object.fromEntries(ports(read("compose.yaml")))).toEqual(ofImage);
    const scraped = read("prometheus/scrape.yaml").matchAll(/127\.0\.0\.1:(\d+)/g);
    expect([...scraped].map(([, port]) => port).toSorted()).toEqual(
      Object.values(ofImage).toSorted(),
    );
  });

  it("of an upgrade in the guide reach each program of compose.yaml", () => {
    const [, section = ""] = read("../docs/containers.md").split("To upgrade without a pause");
    const restarted = [...section.matchAll(/^docker compose up .* (\S+)$/gm)].map(
      ([, name]) => name,
    );
    expect(restarted).toEqual(own.map(([name]) => name));
  });
});

it("the scrape job has the name that the alert rules expect", () => {
  const { scrape_configs: jobs, rule_files: files } = parse(read("prometheus/scrape.yaml"));
  expect([jobs.map((job: { job_name: string }) => job.job_name), files]).toEqual([
    ["rapport"],
    ["alerts.yaml"],
  ]);
});

it("the image's context has every script that the Dockerfile runs", () => {
  const kept = read("Dockerfile.dockerignore").split("\n");
  const run = [...read("Dockerfile").matchAll(/\bnode ((?!node_modules)[\w-]+)\/\S+\.mjs/g)];
  expect(run.map(([, folder]) => `!${folder}`)).toEqual(["!scripts"]);
  expect(kept).toContain("!scripts");
});

it("the guides start or enable each unit, and each service has the same sandbox", () => {
  const units = readdirSync(fileURLToPath(new URL("../../../../deploy/systemd", import.meta.url)));
  const guides = read("../docs/containers.md") + read("../docs/backup-and-restore.md");
  const names = units.map((unit) => unit.replace(".service", ""));
  expect(names.filter((name) => !new RegExp(`${name}(?![.\\w-])`).test(guides))).toEqual([]);
  const sandboxes = units
    .filter((unit) => unit.endsWith(".service"))
    .map((unit) => /^NoNewPrivileges[^[]*/m.exec(read(`systemd/${unit}`))?.[0].trim());
  expect(sandboxes).toHaveLength(3);
  expect(new Set(sandboxes).size).toBe(1);
});

it("the image has the version of the tree", () => {
  const { version } = JSON.parse(read("../package.json"));
  expect(read("Dockerfile")).toContain(`ARG VERSION=${version}\n`);
});

it.each([
  ["Dockerfile", '"rapport", "serve", "api"'],
  ["compose.yaml", "rapport, serve, admin"],
  ["systemd/rapport-api.service", "/opt/rapport/bin/rapport serve api"],
  ["systemd/rapport-admin.service", "/opt/rapport/bin/rapport serve admin"],
  ["systemd/rapport-backup.service", "/opt/rapport/bin/rapport backup --json --keep 14"],
])("%s starts the program through bin/rapport", (file, command) => {
  expect(read(file)).toContain(command);
});

it("bin/rapport starts the programs with the flags of npm start", () => {
  const flagsIn = (text: string) =>
    [...text.matchAll(/--[a-z-]+(?:size=\d+|percent=\d+|pretenuring)/g)].map(String);
  const [, list = ""] = /serverFlags = (\[.*?\])/s.exec(read("../scripts/processes.mjs")) ?? [];
  expect(flagsIn(list)).toHaveLength(3);
  expect(flagsIn(read("../bin/rapport"))).toEqual(flagsIn(list));
});
