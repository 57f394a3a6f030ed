import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/**
 * Requests a server's health on a new connection every 100 ms until asked to stop. Then posts the time of each response
 * in milliseconds. Runs in a thread, because the thread that sends the load is too busy to measure.
 */
const url: string = workerData;
const times: number[] = [];
const open: Promise<void>[] = [];
let isOver = false;
parentPort?.once("message", () => {
  isOver = true;
});
while (!isOver) {
  const began = performance.now();
  open.push(
    ask().then(() => {
      times.push(performance.now() - began);
    }),
  );
  await delay(100);
}
await Promise.all(open);
parentPort?.postMessage(times);

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false }, (response) => {
      response.resume().on("end", resolve);
    });
    sent.on("error", reject).end();
  });
}
