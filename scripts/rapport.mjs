#!/usr/bin/env node
// The command `rapport`, if a folder in the PATH has a link to this file. Plain JavaScript, like run.mjs.
process.env.INIT_CWD = process.cwd();
process.argv.splice(2, 0, "rapport");
await import("./run.mjs");
