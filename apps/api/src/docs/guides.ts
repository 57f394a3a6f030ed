import { readdirSync, readFileSync } from "node:fs";

/** Title of each guide for integrators, by its file name in the folder `docs` of the repository. */
const TITLES = {
  "first-five-minutes.md": "The first five minutes",
  "authentication.md": "Authentication",
  "objects-and-properties.md": "Objects and properties",
  "model-your-own-things.md": "Model your own things",
  "schema-as-code.md": "The schema as code",
  "associations.md": "Associations",
  "lists-and-keys.md": "Lists and keys",
  "search.md": "Search",
  "changing-records.md": "Changing records",
  "batch.md": "Batches",
  "merge.md": "Merging duplicates",
  "notes-and-tasks.md": "Notes and tasks",
  "import.md": "Imports",
  "export.md": "Exports",
  "webhooks.md": "Webhooks",
  "feed.md": "The feed of changes",
  "agents.md": "Agents",
  "idempotency-and-retries.md": "Idempotency and retries",
  "privacy.md": "Privacy",
  "errors.md": "Errors",
  "limits.md": "Limits",
  "specification.md": "Specification",
} as const;

const FOLDER = new URL("../../../../docs/", import.meta.url);

export interface Page {
  /** Path on the server. */
  readonly path: string;
  /** Reads its text, in Markdown. */
  readonly text: () => string;
}

/** All pages of the folder, because the guides link to those for operators too. */
export const PAGES: readonly Page[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({
    path: `/docs/${file}`,
    text: () => readFileSync(new URL(file, FOLDER), "utf8"),
  }));

/** A line of Markdown that links every guide, for the description of an API. */
export const GUIDE_LINKS = `Guides: ${Object.entries(TITLES)
  .map(([file, title]) => `[${title}](/docs/${file})`)
  .join(" · ")}`;
