import dns, { type LookupAddress } from "node:dns";
import { readFile } from "node:fs/promises";

/** Milliseconds for the first try at a DNS server, and the number of tries: six seconds in all. */
const SERVER_LIMITS = { timeout: 2_000, tries: 2 };
/** Look-ups by the system that may wait for another one. */
const MAX_WAITING = 16;

const HOSTS_FILE =
  process.platform === "win32"
    ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts`
    : "/etc/hosts";

/** Errors that say that a name has no address. All others say that no server answered. */
const NO_ADDRESS: ReadonlySet<string | undefined> = new Set(["ENOTFOUND", "ENODATA"]);

/** `dns.lookup` for all addresses. */
export type LookupAll = (
  hostname: string,
  wanted: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a look-up of hosts that others choose. Each `dns.lookup` holds a thread until the DNS server answers, and
 * Node runs two at a time. Names whose server never answers would hold them for minutes, so that no webhook of others is
 * sent and no database is found by its name.
 *
 * Asks the DNS servers without a thread. Names of the hosts file, and those without a dot, are the administrator's, so
 * the system looks them up. The system is also asked for a name that DNS does not know, because it may add a domain to
 * it: one at a time, since such a name may be slow there.
 *
 * @param options.servers DNS servers to ask; those of the system if undefined
 */
export function createPublicLookup(
  options: { servers?: readonly string[]; system?: LookupAll } = {},
): LookupAll {
  const { servers, system = dns.lookup } = options;
  const bySystem = (hostname: string, wanted: dns.LookupAllOptions) =>
    new Promise<LookupAddress[]>((resolve, reject) => {
      system(hostname, wanted, (error, found) => (error ? reject(error) : resolve(found)));
    });
  const oneByOne = queue(MAX_WAITING);

  async function lookup(hostname: string, wanted: dns.LookupAllOptions): Promise<LookupAddress[]> {
    if (!hostname.includes(".") || (await isInHostsFile(hostname))) {
      return bySystem(hostname, wanted);
    }
    const found = await byServers(hostname, addressFamilies(wanted), servers);
    return found.length > 0 ? found : oneByOne(() => bySystem(hostname, wanted));
  }

  return (hostname, wanted, callback) => {
    lookup(hostname, wanted).then(
      (found) => callback(null, found),
      (error) => callback(error, []),
    );
  };
}

/** @throws the error of a server if none says whether the name has addresses */
async function byServers(
  hostname: string,
  families: readonly (4 | 6)[],
  servers: readonly string[] | undefined,
): Promise<LookupAddress[]> {
  // A new one reads the servers of the system again.
  const resolver = new dns.promises.Resolver(SERVER_LIMITS);
  if (servers !== undefined) resolver.setServers(servers);
  const answers = await Promise.allSettled(
    families.map((family) =>
      family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname),
    ),
  );
  const found = answers.flatMap((answer, i) =>
    answer.status === "fulfilled"
      ? answer.value.map((address) => ({ address, family: families[i] as number }))
      : [],
  );
  const failed = answers.find(
    (answer) => answer.status === "rejected" && !NO_ADDRESS.has(answer.reason.code),
  );
  if (found.length === 0 && failed?.status === "rejected") throw failed.reason;
  return found;
}

function addressFamilies({ family }: dns.LookupAllOptions): readonly (4 | 6)[] {
  if (family === 4 || family === "IPv4") return [4];
  return family === 6 || family === "IPv6" ? [6] : [4, 6];
}

async function isInHostsFile(hostname: string): Promise<boolean> {
  const text = await readFile(HOSTS_FILE, "utf8").catch(() => "");
  const wanted = hostname.toLowerCase();
  return text
    .split("\n")
    .some((line) => line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/).includes(wanted, 1));
}

/** Returns a function that runs one task at a time. It throws EAI_AGAIN if too many wait. */
function queue(maxWaiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    if (waiting >= maxWaiting) {
      const error = new Error("too many names wait for the system");
      return Promise.reject(Object.assign(error, { code: "EAI_AGAIN" }));
    }
    waiting++;
    const result = last.then(task).finally(() => {
      waiting--;
    });
    last = result.catch(() => undefined);
    return result;
  };
}
