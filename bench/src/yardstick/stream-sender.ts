import { parentPort, workerData } from "node:worker_threads";

/**
 * Sends requests one after another until asked to stop, and then posts how many were answered. Runs in a thread, because
 * large bodies would hold up the thread that measures.
 */
export interface StreamData {
  readonly url: string;
  readonly authorization: string;
  readonly requests: readonly { readonly path: string; readonly body: string }[];
}

const { url, authorization, requests } = workerData as StreamData;
const headers = { authorization, "content-type": "application/json" };
let isOver = false;
parentPort?.once("message", () => {
  isOver = true;
});
let answered = 0;
while (!isOver) {
  const { path, body } = requests[answered % requests.length] as StreamData["requests"][number];
  const response = await fetch(url + path, { method: "POST", headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  answered++;
}
parentPort?.postMessage(answered);
