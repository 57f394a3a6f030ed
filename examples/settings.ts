/** Address of Rapport; the default is the one that `npm start` prints. */
export const RAPPORT_URL = process.env.RAPPORT_URL ?? "http://127.0.0.1:3000";

/** Returns a required setting. If it is not set, ends the program with 2. */
export function needed(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`Set ${name} to the value that the first start of Rapport printed.`);
  process.exit(2);
}

/** Ends the example with a one-line message for errors that it does not handle. */
process.once("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
