import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import type { CheckpointOrder, CheckpointThreadData } from "./checkpoints.ts";

/** The thread that copies the log of an embedded database into the database file. It imports nothing large. */

const { file } = workerData as CheckpointThreadData;
const connection = new Sqlite(file, { fileMustExist: true });
connection.pragma("synchronous = full");

parentPort?.on("message", (order: CheckpointOrder) => {
  if (order === "checkpoint") {
    checkpoint();
    parentPort?.postMessage("done");
  } else {
    connection.close();
    parentPort?.close();
  }
});

/** A failure loses nothing: the log keeps every commit, and the next checkpoint copies what this one has left. */
function checkpoint(): void {
  try {
    connection.pragma("wal_checkpoint(passive)");
  } catch {
    // A full or broken disk also fails the next write, which reports it.
  }
}
