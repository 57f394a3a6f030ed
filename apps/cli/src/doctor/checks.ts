import { type Config, ConfigError, readConfigAsIs } from "@rapport/api/config";
import { examine, type Finding } from "@rapport/core";
import { checkSettings } from "./settings.ts";

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
