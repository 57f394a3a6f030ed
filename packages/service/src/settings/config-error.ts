/** A setting that prevents the program from starting. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
