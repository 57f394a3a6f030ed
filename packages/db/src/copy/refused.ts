/** Thrown if a copy cannot start or continue. The message says what to do. */
export class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}
