import { describe, expect, test } from "vitest";
import { createPublicClient, createWorkspaceClient } from "../src/index.ts";
import { SCOPE, startRapport, type TestRapport } from "./support/rapport.ts";

// The client never sees which database answers.
describe("the clients' methods", () => {
  test("are the operations of the OpenAPI documents", async () => {
    await using rapport = await startRapport("sqlite");
    const { clientId, clientSecret } = await rapport.app.caller();
    const seen: string[] = [];
    const options = { baseUrl: rapport.baseUrl, fetch: recorder(seen), retries: 0 };
    const credentials = { clientId, clientSecret, scope: SCOPE };
    await callAll(createPublicClient({ ...options, ...credentials }));
    await callAll(createWorkspaceClient({ ...options, apiKey: "rpk_none" }));
    const documented = [
      ...(await operationsOf(rapport, "/openapi/public.json")),
      ...(await operationsOf(rapport, "/openapi/workspace.json")),
    ];
    // A client gets its tokens by itself, and creates at the other of two paths. The document is for generators.
    const others =
      /^(POST (\/oauth2\/token|\/api\/crm\/objects\/\w+)|GET \/api\/crm\/openapi\.json)$/;
    const own = documented.filter((operation) => !others.test(operation));
    expect([...new Set(seen)].sort()).toEqual(own.sort());
  });
});

/** Records each operation, and forwards only the requests for a token. */
function recorder(seen: string[]): typeof fetch {
  return async (url, init) => {
    const { pathname } = new URL(String(url));
    if (/^\/(oauth2|\.well-known)\//.test(pathname)) return fetch(url, init);
    seen.push(`${init?.method} ${pathname.replaceAll(/\/7(?=\/|$)/g, "/{}")}`);
    return new Response("", { status: 500 });
  };
}

/** Calls every method with an id for each parameter, and those of a batch with a list. */
async function callAll(part: object, first: unknown = "7"): Promise<void> {
  for (const [name, member] of Object.entries(part)) {
    if (typeof member !== "function") {
      await callAll(member, name === "batch" ? [] : "7");
      continue;
    }
    const called = member(first, "7", "7");
    await Promise.resolve(firstCallOf(called)).catch(() => undefined);
  }
}

/** A list asks for its first page, and what is followed for its first step. */
function firstCallOf(called: { page?: () => unknown; next?: () => unknown }): unknown {
  return called.page?.() ?? called.next?.() ?? called;
}

async function operationsOf({ app }: TestRapport, path: string): Promise<string[]> {
  const { body } = await app.call("GET", path);
  return Object.entries(body.paths as Record<string, object>).flatMap(([template, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${template.replaceAll(/\{\w+\}/g, "{}")}`,
    ),
  );
}
