import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { amount, missingPrograms } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { findOlderVersion, installVersion } from "../support/older-version.ts";
import { startProcess } from "../support/process.ts";
import {
  addNode,
  makeDebian,
  type RunningProgram,
  run,
  runAsRoot,
  runRooted,
} from "../support/rooted.ts";

const REPOSITORY = fileURLToPath(new URL("../../../../", import.meta.url));
const BASE = "docker.io/library/node:24.21.0-bookworm-slim";
const USER = "2000:2000";
const MAX_MEBIBYTES_ABOVE_THE_BASE = 150;
const MAX_MEBIBYTES_PACKED = 120;
const PROGRAMS = ["buildah", "debootstrap", "unshare", "nsenter", "ip", "systemd-analyze"];

// Building takes minutes and the packages of Debian and npm, so `npm test` leaves it out.
const missing = amount("images", 0) > 0 ? missingPrograms(PROGRAMS) : ["npm run test:long"];

describe.skipIf(missing.length > 0)("what an operator installs", () => {
  const folder = mkdtempSync(join(tmpdir(), "rapport-image-"));
  const debian = join(folder, "debian");
  beforeAll(() => makeDebian(debian));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Makes a folder that only the user of the programs can read. */
  function volume(name: string): string {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, 2000, 2000);
    return path;
  }

  function stopAfterTest(program: RunningProgram): RunningProgram {
    onTestFinished(async () => {
      await program.stop();
    });
    return program;
  }

  describe("the image", () => {
    const tag = `rapport-test-${process.pid}`;
    let root: string;
    let config: { Env: string[]; Cmd: string[]; WorkingDir: string; Labels: object };
    const buildah = (...args: string[]) => run("buildah", args);

    beforeAll(async () => {
      const base = join(folder, "base");
      cpSync(debian, base, { recursive: true, verbatimSymlinks: true });
      addNode(base);
      const scratch = buildah("from", "scratch");
      buildah("copy", "--quiet", scratch, base, "/");
      buildah("commit", "--quiet", "--rm", scratch, BASE);
      const context = join(folder, "context");
      mkdirSync(context);
      const files = ["ls-files", "-co", "--exclude-standard", "-z"];
      run(
        "sh",
        ["-c", `git ${files.join(" ")} | tar -c --null -T - | tar -x -C "${context}"`],
        REPOSITORY,
      );
      const ca = process.env.TEST_CA_FILE;
      const build = ["bud", "--isolation", "chroot", "--pull-never", "--format", "docker"];
      const given =
        ca === undefined ? [] : ["--build-arg", `CA_CERTIFICATE=${readFileSync(ca, "utf8")}`];
      const ignore = ["--ignorefile", join(context, "deploy/Dockerfile.dockerignore")];
      const file = ["-f", join(context, "deploy/Dockerfile"), "-t", tag, context];
      buildah(...build, ...given, ...ignore, ...file);
      const container = buildah("from", "--pull-never", tag);
      root = buildah("mount", container);
      config = JSON.parse(buildah("inspect", "--type", "image", tag)).OCIv1.config;
    });
    afterAll(() => buildah("rmi", "--force", tag));

    const start = (data: string, command = config.Cmd, more: Record<string, string> = {}) => {
      const env = Object.fromEntries(config.Env.map((one) => one.split(/=(.*)/s).slice(0, 2)));
      const program = { root, user: USER, cwd: config.WorkingDir, volumes: { "/data": data } };
      return stopAfterTest(runRooted({ ...program, env: { ...env, ...more }, command }));
    };
    const HEALTHY = ["node", "/rapport/scripts/healthcheck.mjs"];
    const READY = [
      "node",
      "-e",
      'fetch("http://127.0.0.1:3000/readyz").then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))',
    ];

    it("has only what runs", () => {
      const mebibytes = (path: string) =>
        Number(run("du", ["-s", "--block-size=1M", path]).split("\t")[0]);
      const above = mebibytes(root) - mebibytes(join(folder, "base"));
      console.log(`image: ${above} MiB above its base of ${mebibytes(join(folder, "base"))} MiB`);
      expect(above).toBeLessThanOrEqual(MAX_MEBIBYTES_ABOVE_THE_BASE);
      const packages = readdirSync(join(root, "rapport/node_modules/.pnpm")).join("\n");
      expect(packages).not.toMatch(/chromium|postgres|playwright|typescript|tabler|vite|@types/);
      expect(run("find", [join(root, "rapport"), "-name", "*.ts*", "-not", "-name", "*.tsv"])).toBe(
        "",
      );
      expect(config.Labels).toMatchObject({
        "org.opencontainers.image.version": JSON.parse(
          readFileSync(join(REPOSITORY, "package.json"), "utf8"),
        ).version,
      });
    });

    it("runs as another user, with a read-only root and no network, and is empty", async () => {
      const api = start(volume("new"));
      console.log(`image: ready after ${await api.until(READY)} ms`);
      expect(api.exec(HEALTHY)).toEqual({ status: 0, output: "" });
      expect(api.exec(["rapport", "tenant", "list", "--json"]).output.trim()).toBe("[]");
      expect(api.output()).not.toMatch(/secret +\S|password +\S|rpk_/i);
      expect(await api.stop()).toBe(0);
    });

    it("is healthy as an admin app and as a worker too, and is not when they do not answer", async () => {
      const data = volume("both");
      const api = start(data);
      await api.until(READY);
      await api.stop();
      const admin = start(data, ["rapport", "serve", "admin"]);
      await admin.until(HEALTHY);
      expect(await admin.stop()).toBe(0);
      const worker = start(data, ["rapport", "worker"]);
      // Until it has said so, the signal would be lost: the first process of a container has no default for it.
      await expect.poll(() => worker.output(), { timeout: 60_000 }).toContain("worker: running");
      await worker.until(HEALTHY);
      expect(await worker.stop()).toBe(0);
      const none = start(data, ["sh", "-c", "trap exit TERM; while :; do sleep 1; done"]);
      await none.until(["true"]);
      expect(none.exec(HEALTHY)).toMatchObject({ status: 1 });
    });

    it("takes over the volume of the release before it", async ({ skip }) => {
      const older = findOlderVersion();
      if (older === undefined) return skip("there is no older version");
      const data = volume("older");
      const env = { DATA_DIR: data, DATABASE_URL: "", DEMO: "1" };
      const before = await startProcess(env, await installVersion(older));
      const { apiKey } = await before.credentials();
      expect(await before.end("SIGTERM")).toBe(0);
      run("chown", ["-R", USER, data]);
      const api = start(data);
      await api.until(READY);
      const { output } = api.exec([
        "node",
        "-e",
        `fetch("http://127.0.0.1:3000/v1/contacts?limit=1", { headers: { authorization: "Bearer ${apiKey}" } })
          .then((answer) => answer.json()).then(({ data }) => console.log(data.items?.length ?? data.length))`,
      ]);
      expect(output.trim()).toBe("1");
    });
  });

  describe("the archive", () => {
    it("runs on a machine without Node, installed word for word as the guide says", async () => {
      run(process.execPath, ["scripts/run.mjs", "release"], REPOSITORY);
      const name = readdirSync(join(REPOSITORY, "release")).find((one) => one.endsWith(".tar.gz"));
      const archive = join(REPOSITORY, "release", name as string);
      const size = Number(run("stat", ["--format=%s", archive]));
      console.log(`archive: ${Math.round(size / 2 ** 20)} MiB`);
      expect(size).toBeLessThan(MAX_MEBIBYTES_PACKED * 2 ** 20);
      cpSync(archive, join(debian, "root", name as string));
      cpSync(`${archive}.sha256`, join(debian, "root", `${name}.sha256`));
      const guide = readFileSync(join(REPOSITORY, "docs/containers.md"), "utf8");
      const [, section = ""] = guide.split("\n## systemd\n");
      const [, commands = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
      // There is no running systemd here.
      const here = commands.replace(/^systemctl .*$/gm, "");
      expect(here).not.toBe(commands);
      runAsRoot(debian, `cd /root\n${here}`);
      for (const unit of readdirSync(join(REPOSITORY, "deploy/systemd"))) {
        const file = `/etc/systemd/system/${unit}`;
        run("systemd-analyze", ["verify", `--root=${debian}`, "--recursive-errors=no", file]);
      }
      expect(existsSync(join(debian, "usr/bin/node"))).toBe(false);
      const unit = readFileSync(join(debian, "etc/systemd/system/rapport-api.service"), "utf8");
      const [, start = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
      const settings = readFileSync(join(debian, "etc/rapport/rapport.env"), "utf8");
      const pairs = [
        ...`${unit.match(/^Environment=(.*)$/gm)?.join(" ")} ${settings}`.matchAll(
          /\b([A-Z_]+)=(\S+)/g,
        ),
      ];
      const [, uid = ""] =
        /^rapport:x:(\d+):/m.exec(readFileSync(join(debian, "etc/passwd"), "utf8")) ?? [];
      const [, gid = ""] =
        /^rapport:x:(\d+):/m.exec(readFileSync(join(debian, "etc/group"), "utf8")) ?? [];
      const data = volume("systemd");
      run("chown", [`${uid}:${gid}`, data]);
      mkdirSync(join(debian, "var/lib/rapport"), { recursive: true });
      const env = Object.fromEntries(pairs.map(([, key, value]) => [key, value]));
      const api = stopAfterTest(
        runRooted({
          root: debian,
          user: `${uid}:${gid}`,
          cwd: "/opt/rapport",
          env: { ...env, PATH: "/usr/bin:/bin" },
          volumes: { "/var/lib/rapport": data },
          command: start.split(" "),
        }),
      );
      const health = [
        "/opt/rapport/node_modules/node/bin/node",
        "/opt/rapport/scripts/healthcheck.mjs",
      ];
      console.log(`archive: healthy after ${await api.until(health)} ms`);
      expect(await api.stop()).toBe(0);
    });
  });
});
