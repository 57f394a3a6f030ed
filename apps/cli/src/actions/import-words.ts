import { CrmError } from "@rapport/core";

/** What the API's messages call an option of the command, and how the command says it. */
const WORDS: readonly (readonly [string, string])[] = [
  [
    "Name one in mapping, or map the column to null.",
    "Name one with --map COLUMN=PROPERTY, or ignore the column with --map COLUMN=.",
  ],
  ["Map the column to null.", "Ignore the column with --map COLUMN=."],
  ["Map one of them to null.", "Ignore one of them with --map COLUMN=."],
  ["Give the property that finds", "Give with --by the property that finds"],
  ["Leave idProperty out.", "Leave --by out."],
  ["Create an import that gives decimalSeparator.", "Give --decimal."],
];

/** Returns the error of an import with the names of the command's options in its messages. */
export function withOptionNames(error: unknown): unknown {
  if (!(error instanceof CrmError)) return error;
  const issues = error.issues.map((issue) => ({ ...issue, message: inWords(issue.message) }));
  return new CrmError(error.code, inWords(error.message), { issues, cause: error });
}

function inWords(message: string): string {
  return WORDS.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), message);
}
