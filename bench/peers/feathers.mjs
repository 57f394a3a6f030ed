// Serves the contacts of a SQLite file with Feathers, which is installed in a folder of its own.
import { createRequire } from "node:module";
import { join } from "node:path";
import Sqlite from "better-sqlite3";

const [, , folder = "", filename, port] = process.argv;
const require = createRequire(join(folder, "package.json"));
const { feathers } = require("@feathersjs/feathers");
const express = require("@feathersjs/express");
const { KnexService } = require("@feathersjs/knex");
const knex = require("knex");
const Client = require("knex/lib/dialects/better-sqlite3");

/** The driver of this repository, so that the folder needs no compiled one. */
class SqliteClient extends Client {
  _driver() {
    return Sqlite;
  }
}

const Model = knex({ client: SqliteClient, connection: { filename }, useNullAsDefault: true });
const app = express.default(feathers());
app.use(express.json());
app.configure(express.rest());
app.use("contacts", new KnexService({ Model, name: "contacts" }));
await app.listen(Number(port), "127.0.0.1");
