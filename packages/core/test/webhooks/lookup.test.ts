import { createSocket } from "node:dgram";
import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPublicLookup, type LookupAll } from "../../src/webhooks/lookup.ts";

const PUBLIC = { address: "93.184.216.34", family: 4 };

/** A DNS server. It knows `fast.example`, denies `unknown.example`, and never answers for others. */
const server = createSocket("udp4");
let servers: readonly string[] = [];

beforeAll(async () => {
  server.on("message", (query, peer) => {
    const [name, end] = nameIn(query);
    if (name !== "fast.example" && name !== "unknown.example") return;
    const isKnown = name === "fast.example" && query.readUInt16BE(end) === 1;
    server.send(
      answerTo(query, end + 4, isKnown, name === "unknown.example"),
      peer.port,
      peer.address,
    );
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  servers = [`127.0.0.1:${server.address().port}`];
});
afterAll(() => server.close());

describe("the look-up of hosts that others choose", () => {
  test("asks the DNS servers, also while those of another name do not answer", async () => {
    const lookup = createPublicLookup({ servers, system: notAsked });
    const slow = Array.from({ length: 64 }, (_, i) => addressesOf(lookup, `slow${i}.example`));
    let ended = 0;
    const all = slow.map((one) => one.finally(() => ended++));
    const settled = Promise.allSettled(all);
    expect(await addressesOf(lookup, "fast.example")).toEqual([PUBLIC]);
    expect(ended).toBe(0);
    for (const one of await settled) {
      expect(one).toMatchObject({ status: "rejected", reason: { code: "ETIMEOUT" } });
    }
  });

  test.each(["localhost", "receiver"])("asks only the system for %s", async (hostname) => {
    const system = resolving(["127.0.0.1"]);
    const lookup = createPublicLookup({ servers: [], system });
    expect(await addressesOf(lookup, hostname)).toEqual([{ address: "127.0.0.1", family: 4 }]);
  });

  test("asks the system for names that DNS does not know, one at a time and at most 16", async () => {
    let underWay = 0;
    let most = 0;
    let failures = 0;
    const system: LookupAll = (_hostname, _wanted, callback) => {
      most = Math.max(most, ++underWay);
      // Takes longer than DNS does for all of them.
      const answer = () => {
        if (failures < 4) return void setTimeout(answer, 5);
        underWay--;
        callback(null, [PUBLIC]);
      };
      setTimeout(answer, 5);
    };
    const lookup = createPublicLookup({ servers, system });
    const found = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        addressesOf(lookup, "unknown.example").catch((error) => {
          failures++;
          throw error;
        }),
      ),
    );
    const failed = found.filter(({ status }) => status === "rejected");
    expect(failed).toHaveLength(4);
    expect(failed).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: "EAI_AGAIN" }) }),
    );
    expect(most).toBe(1);
  });

  test("finds addresses of one family if only that is wanted", async () => {
    const lookup = createPublicLookup({ servers, system: resolving([]) });
    expect(await addressesOf(lookup, "fast.example", 4)).toEqual([PUBLIC]);
    expect(await addressesOf(lookup, "fast.example", 6)).toEqual([]);
  });
});

function addressesOf(lookup: LookupAll, hostname: string, family?: number) {
  return new Promise<LookupAddress[]>((resolve, reject) => {
    const wanted = { all: true, ...(family !== undefined && { family }) } as const;
    lookup(hostname, wanted, (error, found) => (error ? reject(error) : resolve(found)));
  });
}

const notAsked: LookupAll = (hostname) => {
  throw new Error(`the system was asked for ${hostname}`);
};

function resolving(addresses: readonly string[]): LookupAll {
  return (_hostname, _wanted, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
}

/** Returns the name of a query's question, and the position after it (RFC 1035 §4.1.2). */
function nameIn(query: Buffer): [string, number] {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return [labels.join(".").toLowerCase(), at + 1];
}

/** Returns the answer to a query: an address, none, or that the name does not exist (RFC 1035 §4.1.1). */
function answerTo(query: Buffer, end: number, isKnown: boolean, isDenied: boolean): Buffer {
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(isDenied ? 0x8183 : 0x8180, 2);
  for (const [at, count] of [isKnown ? 1 : 0, 0, 0].entries())
    head.writeUInt16BE(count, 6 + 2 * at);
  // A pointer to the question's name, type A, class IN, valid for 60 seconds, 4 bytes.
  const address = Buffer.from("c00c000100010000003c0004", "hex");
  const found = Buffer.concat([address, Buffer.from(PUBLIC.address.split(".").map(Number))]);
  return Buffer.concat([head, query.subarray(12, end), ...(isKnown ? [found] : [])]);
}
