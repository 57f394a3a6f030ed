import { fileURLToPath } from "node:url";
import { freePort } from "@rapport/testing";
import Sqlite from "better-sqlite3";
import { FIELDS, fill, type StartPeer, startPeer } from "./peer-process.ts";

export const startFeathers: StartPeer = async (home, file, contacts) => {
  const db = new Sqlite(file);
  db.exec(
    `create table contacts (id integer primary key, ${FIELDS.map((field) => `${field} text`).join(", ")})`,
  );
  db.close();
  fill(file, contacts);
  const port = await freePort();
  const program = fileURLToPath(new URL("../peers/feathers.mjs", import.meta.url));
  const server = await startPeer([program, home, file, String(port)], port, "/contacts/1");
  const firstLeads = "lifecyclestage=lead&$limit=50&$sort[id]=1";
  return { ...server, path: "/contacts", firstLeads, headers: {} };
};
