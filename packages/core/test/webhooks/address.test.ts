import type dns from "node:dns";
import { once } from "node:events";
import { type AddressInfo, createServer, isIPv6 } from "node:net";
import { Agent, request } from "undici";
import { describe, expect, test } from "vitest";
import { AddressRefused, addressGuard } from "../../src/webhooks/address.ts";
import { parseNetworks } from "../../src/webhooks/public-address.ts";

const REFUSED_V4 = {
  unspecified: ["0.0.0.0", "0.1.2.3"],
  loopback: ["127.0.0.1", "127.255.255.254"],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  "link-local": ["169.254.169.254"],
  "carrier-grade NAT": ["100.64.0.1", "100.127.255.255"],
  reserved: ["192.0.0.8", "192.88.99.1", "240.0.0.1", "192.31.196.1", "192.52.193.1"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1"],
  benchmarking: ["198.18.0.1", "198.19.255.255"],
  multicast: ["224.0.0.1", "239.255.255.255"],
  broadcast: ["255.255.255.255"],
};

const REFUSED_V6 = {
  unspecified: ["::"],
  loopback: ["::1"],
  "unique-local": ["fc00::1", "fd12:3456::1"],
  "link-local": ["fe80::1", "febf::1"],
  "site-local": ["fec0::1"],
  multicast: ["ff02::1"],
  documentation: ["2001:db8::1", "3fff::1"],
  benchmarking: ["2001:2::1"],
  reserved: ["100::1", "2001:1::1", "2001:10::1", "2001:20::1", "5f00::1"],
  unassigned: ["1::1", "200::1", "4000::1", "8000::1"],
  "IPv4-mapped private": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe"],
  "IPv4-compatible": ["::127.0.0.1", "::8.8.8.8", "::7f00:1"],
  "IPv4-translated": ["::ffff:0:8.8.8.8"],
  "6to4": ["2002:7f00:1::1", "2002:808:808::1"],
  Teredo: ["2001:0:808:808::1"],
  NAT64: ["64:ff9b::127.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::a00:1"],
  ISATAP: ["2600::5efe:7f00:1", "2600::200:5efe:808:808"],
};

const PUBLIC = ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"];

const ranges = [...Object.entries(REFUSED_V4), ...Object.entries(REFUSED_V6)];
const hostOf = (address: string) => (isIPv6(address) ? `[${address}]` : address);

/** Answers each lookup with the next of `answers`, then repeats the last one. */
function resolvingTo(...answers: (readonly string[])[]) {
  let asked = 0;
  const lookup = (
    _: string,
    wanted: dns.LookupOptions,
    callback: (...answer: unknown[]) => void,
  ) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)]!.map((address) => ({
      address,
      family: isIPv6(address) ? 6 : 4,
    }));
    if (!wanted.all) throw new Error("only one address was asked for, and so checked");
    process.nextTick(callback, null, addresses);
  };
  return lookup as unknown as typeof dns.lookup;
}

function failingWith(code: string) {
  const error = Object.assign(new Error(`getaddrinfo ${code}`), { code });
  return ((_: string, __: object, callback: (error: Error) => void) =>
    process.nextTick(callback, error)) as unknown as typeof dns.lookup;
}

const notResolving = failingWith("ENOTFOUND");

/** Fails the first look-up with a code. */
function failingOnceWith(code: string, then: typeof dns.lookup) {
  let next = failingWith(code);
  return ((...asked: Parameters<typeof dns.lookup>) => {
    const lookup = next;
    next = then;
    return lookup(...asked);
  }) as unknown as typeof dns.lookup;
}

const check = (url: string, lookup: typeof dns.lookup = notResolving, allow: string[] = []) =>
  addressGuard({ allow, lookup }).checkUrl(new URL(url));

/** Returns the error of a connection attempt, or `undefined` if it succeeds. */
function connecting(
  guard: ReturnType<typeof addressGuard>,
  hostname: string,
  rest: { port?: string; protocol?: string } = {},
) {
  return new Promise<Error | undefined>((resolve) => {
    guard.connect({ hostname, protocol: "https:", port: "443", ...rest }, (error, socket) => {
      socket?.destroy();
      resolve(error ?? undefined);
    });
  });
}

/** Starts a loopback server that records the first byte of each connection, then closes it. */
async function listener() {
  const firstBytes: number[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (data) => {
      firstBytes.push(data[0]!);
      socket.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: String((server.address() as AddressInfo).port),
    firstBytes,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}

const TLS_HANDSHAKE = 0x16;

describe("the URL of a new endpoint", () => {
  test.each(ranges)("is refused for a %s address and a name of one", async (_, addresses) => {
    for (const address of addresses) {
      const literal = check(`https://${hostOf(address)}/hook`);
      await expect(literal, address).rejects.toBeInstanceOf(AddressRefused);
      const named = check("https://hooks.example/", resolvingTo([address]));
      await expect(named, address).rejects.toBeInstanceOf(AddressRefused);
    }
  });

  test.each(PUBLIC)("may be %s and a name of it", async (address) => {
    await check(`https://${hostOf(address)}:8443/hook?a=b`);
    await check("https://hooks.example/", resolvingTo([address]));
  });

  test.each([
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "127.1",
    "127.0.0.1.",
    "%31%32%37.0.0.1",
    "127。0。0。1",
  ])("is refused for 127.0.0.1 written as %s", async (host) => {
    await expect(check(`https://${host}/`)).rejects.toThrow(/refused address/);
  });

  test.each([
    ["http://8.8.8.8/", /HTTPS/],
    ["ftp://8.8.8.8/", /HTTPS/],
    ["https://user@8.8.8.8/", /user name/],
    ["https://:secret@8.8.8.8/", /password/],
    ["https://8.8.8.8/#part", /fragment/],
    ["https://8.8.8.8/#", /fragment/],
  ])("is refused for %s", async (url, message) => {
    const error = await check(url).catch((error) => error);
    expect(error).toBeInstanceOf(AddressRefused);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain("secret");
  });

  test("is refused if one of a name's addresses is private, without naming it", async () => {
    const lookup = resolvingTo(["8.8.8.8", "10.11.12.13"]);
    const error = await check("https://hooks.example/", lookup).catch((error) => error);
    expect(error).toBeInstanceOf(AddressRefused);
    expect(error.message).toContain("hooks.example");
    expect(error.message).not.toContain("10.11");
  });

  test("is refused if its name has no address", async () => {
    for (const lookup of [notResolving, failingWith("ENODATA"), resolvingTo([])]) {
      const error = await check("https://hooks.example/", lookup).catch((error) => error);
      expect(error).toBeInstanceOf(AddressRefused);
      expect(error.message).toMatch(/"hooks\.example" does not resolve/);
    }
  });
});

describe("a connection", () => {
  test.each(ranges)("is not made to a %s address or a name of one", async (_, addresses) => {
    for (const address of addresses) {
      const guard = addressGuard({ allow: [], lookup: resolvingTo([address]) });
      for (const host of [address, hostOf(address), "hooks.example"]) {
        expect(await connecting(guard, host), host).toBeInstanceOf(AddressRefused);
      }
    }
  });

  test("is not made if one of a name's addresses is private or it has none", async () => {
    for (const addresses of [["8.8.8.8", "127.0.0.1"], []]) {
      const guard = addressGuard({ allow: [], lookup: resolvingTo(addresses) });
      expect(await connecting(guard, "hooks.example")).toBeInstanceOf(AddressRefused);
    }
  });

  test("is not made if an accepted name now has a refused address", async () => {
    const lookup = resolvingTo(["8.8.8.8"], ["127.0.0.1"]);
    const guard = addressGuard({ allow: [], lookup });
    await guard.checkUrl(new URL("https://hooks.example/"));
    expect(await connecting(guard, "hooks.example")).toBeInstanceOf(AddressRefused);
  });

  test.each(["EAI_AGAIN", "ESERVFAIL", "ETIMEOUT", "ECANCELLED"])(
    "is not made if the resolver failed with %s at the registration, and then finds a refused address",
    async (code) => {
      for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1"]) {
        const lookup = failingOnceWith(code, resolvingTo([address]));
        const guard = addressGuard({ allow: [], lookup });
        await guard.checkUrl(new URL("https://hooks.example/"));
        expect(await connecting(guard, "hooks.example")).toBeInstanceOf(AddressRefused);
      }
      const down = addressGuard({ allow: [], lookup: failingWith(code) });
      expect(await connecting(down, "hooks.example")).toMatchObject({ code });
    },
  );

  test("is made without TLS within the allowed networks only", async () => {
    await using server = await listener();
    const target = { protocol: "http:", port: server.port };
    const guard = addressGuard({ allow: ["127.0.0.0/8"] });
    expect(await connecting(guard, "127.0.0.1", target)).toBeUndefined();
    for (const [allow, host, addresses] of [
      [[], "127.0.0.1", []],
      [["10.0.0.0/8"], "127.0.0.1", []],
      [["127.0.0.0/8"], "8.8.8.8", []],
      [["127.0.0.0/8"], "hooks.example", ["8.8.8.8"]],
      [["127.0.0.0/8"], "hooks.example", ["127.0.0.1", "8.8.8.8"]],
    ] as const) {
      const other = addressGuard({ allow, lookup: resolvingTo(addresses) });
      const error = await connecting(other, host, target);
      expect(error, host).toBeInstanceOf(AddressRefused);
    }
  });

  test("fails with the resolver's error if the name does not resolve", async () => {
    const guard = addressGuard({ allow: [], lookup: notResolving });
    expect(await connecting(guard, "hooks.example")).toMatchObject({ code: "ENOTFOUND" });
  });

  test("reaches allowed networks only, by address and by name", async () => {
    await using server = await listener();
    const lookup = resolvingTo(["127.0.0.1"]);
    const hosts = ["127.0.0.1", "::ffff:127.0.0.1", "hooks.example"];

    const closed = addressGuard({ allow: [], lookup });
    for (const host of hosts) {
      expect(await connecting(closed, host, server)).toBeInstanceOf(AddressRefused);
    }
    expect(server.firstBytes).toEqual([]);

    const open = addressGuard({ allow: ["127.0.0.0/8"], lookup });
    for (const host of hosts) {
      const error = await connecting(open, host, server);
      expect(error, host).not.toBeInstanceOf(AddressRefused);
    }
    expect(server.firstBytes).toEqual(hosts.map(() => TLS_HANDSHAKE));
  });

  test("is checked in an undici dispatcher too", async () => {
    await using server = await listener();
    const sending = async (allow: string[], host: string) => {
      const { connect } = addressGuard({ allow, lookup: resolvingTo(["127.0.0.1"]) });
      const dispatcher = new Agent({ connect });
      const url = `https://${host}:${server.port}/`;
      const error = await request(url, { dispatcher }).catch((error) => error);
      await dispatcher.destroy();
      return error;
    };
    for (const host of ["127.0.0.1", "2130706433", "[::1]", "hooks.example"]) {
      expect(await sending([], host), host).toBeInstanceOf(AddressRefused);
    }
    expect(server.firstBytes).toEqual([]);

    expect(await sending(["127.0.0.0/8"], "hooks.example")).not.toBeInstanceOf(AddressRefused);
    expect(server.firstBytes).toEqual([TLS_HANDSHAKE]);
  });
});

describe("ports of other services", () => {
  test.each([22, 25, 3306, 5432, 6379, 11211])("are refused on public hosts: %i", async (port) => {
    for (const host of ["8.8.8.8", "[2606:4700::1111]", "hooks.example"]) {
      const url = `https://${host}:${port}/`;
      await expect(check(url, resolvingTo(["8.8.8.8"]))).rejects.toThrow(`port ${port}`);
      const { connect } = addressGuard({ allow: [], lookup: resolvingTo(["8.8.8.8"]) });
      const dispatcher = new Agent({ connect });
      const error = await request(url, { dispatcher }).catch((error) => error);
      await dispatcher.destroy();
      expect(error, url).toBeInstanceOf(AddressRefused);
    }
  });

  test("are accepted on allowed networks, and other ports everywhere", async () => {
    await check("https://10.1.2.3:6379/", notResolving, ["10.0.0.0/8"]);
    for (const port of [443, 8443, 8080, 3000]) {
      await check(`https://8.8.8.8:${port}/`, notResolving);
    }
  });
});

describe("allowed networks", () => {
  test("permit only their own addresses", async () => {
    const allow = ["10.1.0.0/16", "::1/128"];
    await check("https://10.1.2.3/", notResolving, allow);
    await check("https://[::ffff:10.1.2.3]/", notResolving, allow);
    await check("https://[::1]/", notResolving, allow);
    await check("https://hooks.example/", resolvingTo(["8.8.8.8", "10.1.2.3"]), allow);
    for (const host of ["10.2.0.1", "127.0.0.1", "[::2]", "[fe80::1]"]) {
      await expect(check(`https://${host}/`, notResolving, allow)).rejects.toThrow(AddressRefused);
    }
  });

  test("permit plain HTTP to their own addresses", async () => {
    const allow = ["10.1.0.0/16", "::1/128"];
    await check("http://10.1.2.3:8080/", notResolving, allow);
    await check("http://[::1]/", notResolving, allow);
    await check("http://hooks.example/", resolvingTo(["10.1.2.3", "::1"]), allow);
    const mixed = resolvingTo(["10.1.2.3", "8.8.8.8"]);
    for (const [url, lookup] of [
      ["http://10.2.0.1/", notResolving],
      ["http://8.8.8.8/", notResolving],
      ["http://hooks.example/", mixed],
    ] as const) {
      await expect(check(url, lookup, allow), url).rejects.toThrow(/HTTPS/);
    }
    await expect(check("ftp://10.1.2.3/", notResolving, allow)).rejects.toThrow(/HTTPS/);
    await expect(check("http://hooks.example/", mixed)).rejects.toThrow(/HTTPS/);
  });

  test("are parsed from a list", () => {
    expect(parseNetworks("127.0.0.0/8, ::1/128")).toEqual(["127.0.0.0/8", "::1/128"]);
    expect(parseNetworks(" ")).toEqual([]);
  });

  test.each(["10/8", "127.0.0.1", "127.0.0.0/33", "::1/129", "010.0.0.0/8", "localhost/8", "/8"])(
    "is refused for %s",
    (bad) => {
      expect(() => parseNetworks(`127.0.0.0/8,${bad}`)).toThrow(`"${bad}"`);
      expect(() => addressGuard({ allow: [bad] })).toThrow(`"${bad}"`);
    },
  );

  test("must not have an empty entry", () => {
    expect(() => parseNetworks("127.0.0.0/8,,::1/128")).toThrow('""');
  });
});
