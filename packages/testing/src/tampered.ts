/** Returns a base64url text, such as a cursor or a token, with one character changed: the eighth from the end. */
export function tampered(text: string): string {
  return `${text.slice(0, -8)}${text.at(-8) === "A" ? "B" : "A"}${text.slice(-7)}`;
}
