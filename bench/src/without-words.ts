import { registerHooks } from "node:module";

/** Starts Rapport without the words of records, to measure what they cost: `node --import`. */
const NOTHING = `
  export async function indexWords() {}
  export function hasChangedWords() { return false; }`;

registerHooks({
  load: (url, context, next) =>
    url.endsWith("/record-index/index-words.ts")
      ? { format: "module", source: NOTHING, shortCircuit: true }
      : next(url, context),
});
