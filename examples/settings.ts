/** Where Rapport is; the address that `npm start` prints when nothing else is said. */
export const RAPPORT_URL = process.env.RAPPORT_URL ?? "http://127.0.0.1:3000";

/** A setting that a program cannot do without. */
export function needed(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`Set ${name} to what the first start of Rapport printed.`);
  process.exit(2);
}

/** What an example does not handle ends it with the reason in one line. */
process.once("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
