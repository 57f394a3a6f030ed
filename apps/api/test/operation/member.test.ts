import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../support/killed-member.ts", import.meta.url));

test("the end of a process is noticed if a message to it could not be sent before", async () => {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ["ignore", "pipe", "inherit"] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect({ output, code }).toEqual({
    output: '{"code":null,"signal":"SIGKILL","reason":null}\n',
    code: 0,
  });
});
