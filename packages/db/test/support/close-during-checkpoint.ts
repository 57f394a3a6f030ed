import Sqlite from "better-sqlite3";
import { openCheckpoints } from "../../src/dialect/sqlite/checkpoints.ts";

/** A program that closes a database whose log is long, during a checkpoint. Its argument is the file. */
const file = process.argv[2] as string;
const writer = new Sqlite(file);
const checkpoints = openCheckpoints(writer, file);
const checkpoint = checkpoints.runIfDue();
await checkpoints.close();
await checkpoint;
writer.close();
console.log("closed");
