import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import "../src/index.ts";
import { listStatements } from "../src/statement.ts";

const folder = new URL("../src/repositories/", import.meta.url);

describe("the differences between the databases", () => {
  it("are in the dialect folder, not in a repository", () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    expect(files.length).toBeGreaterThan(50);
    const naming = files.filter((file) =>
      /["'`](postgres|sqlite)["'`]/.test(readFileSync(new URL(file, folder), "utf8")),
    );
    expect(naming).toEqual([]);
  });

  it("include a plus before every parameter on SQLite, which otherwise prepares statements again for each run", () => {
    const declared = [...listStatements()];
    expect(declared.length).toBeGreaterThan(200);
    const bare = declared.filter(([, one]) => /(?<!\+)\?/.test(one.compile("sqlite").sql));
    expect(bare.map(([name]) => name)).toEqual([]);
  });
});
