/** Thrown if an installation cannot be spread over several nodes. The message says what to do. */
export class ScaleOutRefused extends Error {
  override readonly name = "ScaleOutRefused";
}
