/** A copy that cannot be begun or go on; the message says what to do. */
export class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}
