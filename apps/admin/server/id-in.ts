/** Returns an id in a path; 0, which nothing has, if it is no id. */
export function idIn(text: string | undefined): number {
  return /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : 0;
}
