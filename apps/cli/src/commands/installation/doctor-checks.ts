import { statSync } from "node:fs";
import { examine, type Finding, isLoopbackHost, isPresent } from "@rapport/core";
import { leastSpace } from "@rapport/service/operation/disk-space";
import { type Config, ConfigError, readConfigAsIs } from "@rapport/service/settings/config";

/** Checks an installation. If its settings are wrong, that is the only finding. */
export async function runChecks(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfigAsIs(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ check: "settings", state: "failed", message: error.message }];
  }
  const { databaseUrl, graphUrl } = config;
  const [key, secretKeys] = checkKey(config);
  const found = await examine({ databaseUrl, graphUrl, secretKeys });
  return [checkPublicUrl(config), checkProxy(config), key, await checkSpace(config), ...found];
}

/** Free bytes below this are a warning; below a tenth of it, a failure. */
const LOW_SPACE_BYTES = 1_000_000_000;

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

/** Checks the secret key. @returns also the keys; null if they cannot be read */
function checkKey({ keyFile, secretKeys }: Config): readonly [Finding, readonly Buffer[] | null] {
  try {
    const keys = secretKeys();
    return [checkKeyFile(keyFile, keys.length), keys];
  } catch (error) {
    const { message } = error as Error;
    return [{ check: "secret key", state: "failed", message }, null];
  }
}

function checkKeyFile(file: string | null, count: number): Finding {
  const check = "secret key";
  if (file === null) return { check, state: "ok", message: "SECRET_KEY is set." };
  if (!isPresent(file)) {
    const message = `There is no secret key yet: no SECRET_KEY and no ${file}. The server creates the file at its first start. If the database is not new, see docs/secret-key.md.`;
    return { check, state: "warning", message };
  }
  const mode = statSync(file).mode & 0o777;
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    const message = `${file} can be read by others (mode ${mode.toString(8)}). Run "chmod 600 ${file}".`;
    return { check, state: "failed", message };
  }
  if (count > 1) {
    const message = `${file} has ${count} keys, because a rotation was interrupted or an earlier version made it. Run "rapport secrets rotate".`;
    return { check, state: "warning", message };
  }
  return { check, state: "ok", message: `The key is in ${file}, which only its owner can read.` };
}

async function checkSpace(config: Config): Promise<Finding> {
  const { dataDir } = config;
  const check = "disk";
  try {
    if (!isPresent(dataDir)) {
      const message = `DATA_DIR ${dataDir} does not exist yet. The server creates it at its first start.`;
      return { check, state: "warning", message };
    }
  } catch (error) {
    return { check, state: "failed", message: `DATA_DIR ${(error as Error).message}` };
  }
  if (!statSync(dataDir).isDirectory()) {
    const message = `DATA_DIR ${dataDir} is a file. Set it to a folder.`;
    return { check, state: "failed", message };
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
