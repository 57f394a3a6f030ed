/** Measures undici alone: sends the same signed requests to the same receiver, without a queue or a database. */
import { createHmac } from "node:crypto";
import { Agent } from "undici";

const [, , url = "", wanted = "1000"] = process.argv;
const count = Number(wanted);
const target = new URL(url);
const agent = new Agent({ allowH2: false });
const key = Buffer.alloc(32, 1);
const body = JSON.stringify({
  type: "contact.created",
  timestamp: new Date().toISOString(),
  data: { id: "1", email: "ada@example.com", firstName: "Ada", lastName: "Lovelace" },
});
let sent = 0;

async function sendAll(): Promise<void> {
  while (sent < count) {
    const id = `msg_${sent++}`;
    const timestamp = Math.floor(Date.now() / 1000);
    const content = `${id}.${timestamp}.${body}`;
    const signature = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
    const answer = await agent.request({
      origin: target.origin,
      path: target.pathname,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signature,
      },
      body,
    });
    await answer.body.dump();
  }
}

const usedBefore = process.cpuUsage();
const start = performance.now();
await Promise.all(Array.from({ length: 16 }, sendAll));
const perSecond = Math.round(count / ((performance.now() - start) / 1000));
const used = process.cpuUsage(usedBefore);
const cpuUs = Math.round((used.user + used.system) / count);
process.stdout.write(JSON.stringify({ perSecond, cpuUs }));
await agent.destroy();
