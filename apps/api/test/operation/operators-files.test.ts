import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/${path}`, import.meta.url)), "utf8");

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const dashboard = (JSON.parse(read("grafana/rapport.json")) as Dashboard).panels.flatMap(
  ({ targets }) => targets.map(({ expr }) => expr),
);
const alerts = [...read("prometheus/alerts.yaml").matchAll(/^ +expr: (.*)$/gm)].map(
  ([, expr]) => expr as string,
);

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
    metrics = await (await fetch(`${app.metricsUrl}/metrics`)).text();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each([
    ["dashboard", dashboard, 18],
    ["alert rules", alerts, 10],
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

it("the image's context has every script that the Dockerfile runs", () => {
  const kept = read("Dockerfile.dockerignore").split("\n");
  const run = [...read("Dockerfile").matchAll(/\bnode ((?!node_modules)[\w-]+)\/\S+\.mjs/g)];
  expect(run.map(([, folder]) => `!${folder}`)).toEqual(["!scripts"]);
  expect(kept).toContain("!scripts");
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
