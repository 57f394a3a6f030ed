import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const folder = new URL("../src/repositories/", import.meta.url);

describe("the differences between the databases", () => {
  it("are in the dialect folder, not in a repository", () => {
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(20);
    const naming = files.filter((file) =>
      /["'`](postgres|sqlite)["'`]/.test(readFileSync(new URL(file, folder), "utf8")),
    );
    expect(naming).toEqual([]);
  });
});
