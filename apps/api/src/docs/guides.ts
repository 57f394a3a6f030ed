import { readFileSync } from "node:fs";

/** Title of each guide, by its file name in the folder `docs` of the repository. */
const TITLES = {
  "first-five-minutes.md": "The first five minutes",
  "authentication.md": "Authentication",
  "objects-and-properties.md": "Objects and properties",
  "associations.md": "Associations",
  "changing-records.md": "Changing records",
  "batch.md": "Batches",
  "import.md": "Imports",
  "webhooks.md": "Webhooks",
  "feed.md": "The feed of changes",
  "idempotency-and-retries.md": "Idempotency and retries",
  "privacy.md": "Privacy",
  "errors.md": "Errors",
  "limits.md": "Limits",
  "specification.md": "Specification",
} as const;

const FOLDER = new URL("../../../../docs/", import.meta.url);

export interface Guide {
  /** Path on the server. */
  readonly path: string;
  readonly title: string;
  /** Reads its text, in Markdown. */
  readonly text: () => string;
}

/** The guides for integrators. */
export const GUIDES: readonly Guide[] = Object.entries(TITLES).map(([file, title]) => ({
  path: `/docs/${file}`,
  title,
  text: () => readFileSync(new URL(file, FOLDER), "utf8"),
}));

/** A line of Markdown that links every guide, for the description of an API. */
export const GUIDE_LINKS = `Guides: ${GUIDES.map(({ path, title }) => `[${title}](${path})`).join(" · ")}`;
