import { existsSync, readFileSync, statSync } from "node:fs";
import { examine, type Finding, isLoopbackHost } from "@rapport/core";
import { leastSpace } from "@rapport/service/operation/disk-space";
import { type Config, ConfigError, readConfigAsIs } from "@rapport/service/settings/config";

/** Checks an installation. If its settings are wrong, that is the only finding. */
export async function runChecks(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfigAsIs(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ check: "settings", state: "failed", message: `${error.message}.` }];
  }
  const { databaseUrl, graphUrl } = config;
  const found = await examine({ databaseUrl, graphUrl, secretKeys: config.secretKeys() });
  return [...(await checkSettings(config)), ...found];
}

/** Free bytes below this are a warning; below a tenth of it, a failure. */
const LOW_SPACE_BYTES = 1_000_000_000;

/** Checks for settings that the program accepts but should not run with. */
async function checkSettings(config: Config): Promise<readonly Finding[]> {
  return [
    checkPublicUrl(config),
    checkProxy(config),
    checkKeyFile(config.keyFile),
    await checkSpace(config),
  ];
}

function checkPublicUrl({ publicUrl }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:" || isLoopbackHost(hostname)) {
    return { check: "settings", state: "ok", message: `The public address is ${publicUrl}.` };
  }
  return {
    check: "settings",
    state: "warning",
    message: `PUBLIC_URL ${publicUrl} is not https: secrets and tokens cross the network unencrypted. Put a proxy with TLS in front and set PUBLIC_URL to its https address.`,
  };
}

/** Rapport serves plain HTTP only, so an https URL implies a proxy. */
function checkProxy({ publicUrl, adminPublicUrl, trustedProxies }: Config): Finding {
  const check = "proxy";
  if (trustedProxies.length > 0) {
    const message = `X-Forwarded-For is trusted from ${trustedProxies.join(", ")}.`;
    return { check, state: "ok", message };
  }
  if (![publicUrl, adminPublicUrl].some((url) => url.startsWith("https:"))) {
    return {
      check,
      state: "ok",
      message: "No proxy is expected, because the addresses are plain HTTP.",
    };
  }
  const message =
    "TRUST_PROXY is not set, so all callers behind the proxy share one limit for wrong secrets and passwords. Set it to the proxy's network.";
  return { check, state: "warning", message };
}

function checkKeyFile(file: string | null): Finding {
  const check = "secret key";
  if (file === null) return { check, state: "ok", message: "SECRET_KEY is set." };
  if (!existsSync(file)) {
    const message = `There is no secret key yet: no SECRET_KEY and no ${file}. The server creates the file at its first start. If the database is not new, see docs/secret-key.md.`;
    return { check, state: "warning", message };
  }
  const mode = statSync(file).mode & 0o777;
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    const message = `${file} can be read by others (mode ${mode.toString(8)}). Run "chmod 600 ${file}".`;
    return { check, state: "failed", message };
  }
  const count = readFileSync(file, "utf8").trim().split("\n").length;
  if (count > 1) {
    const message = `${file} has ${count} keys, because a rotation was interrupted or an earlier version made it. Run "rapport secrets rotate".`;
    return { check, state: "warning", message };
  }
  return { check, state: "ok", message: `The key is in ${file}, which only its owner can read.` };
}

async function checkSpace(config: Config): Promise<Finding> {
  const { dataDir } = config;
  const check = "disk";
  if (!existsSync(dataDir)) {
    const message = `DATA_DIR ${dataDir} does not exist yet. The server creates it at its first start.`;
    return { check, state: "warning", message };
  }
  const { folder = dataDir, freeBytes: free = 0 } = (await leastSpace(config)) ?? {};
  const place = folder === dataDir ? "DATA_DIR" : "the folder of the database,";
  const message = `${(free / 1_000_000_000).toFixed(1)} GB are free in ${place} ${folder}`;
  if (free >= LOW_SPACE_BYTES) return { check, state: "ok", message: `${message}.` };
  return {
    check,
    state: free < LOW_SPACE_BYTES / 10 ? "failed" : "warning",
    message: `${message}. Free some space, or move it.`,
  };
}
