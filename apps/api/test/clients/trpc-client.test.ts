import type { AppRouter } from "@rapport/core/routers";
import { startFaultProxy } from "@rapport/testing";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { describe, expect, test } from "vitest";
import { sharedApp } from "../support/app.ts";

// The client never sees which database answers.
describe("@trpc/client", () => {
  test("sends several calls in one request, and splits batches that are too large", async () => {
    await using proxy = await startFaultProxy();
    await using app = await sharedApp("sqlite");
    proxy.forwardTo(app.url);
    const { key } = await app.workspace();
    const client = createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: `${proxy.url}/trpc`,
          maxItems: 100,
          headers: { authorization: `Bearer ${key}` },
        }),
      ],
    });
    const made = await Promise.all(
      Array.from({ length: 3 }, (_, n) =>
        client.workspace.deals.create.mutate({ name: `d${n}`, amount: n, currency: "GBP" }),
      ),
    );
    expect(proxy.requests).toMatchObject([
      {
        method: "POST",
        path: expect.stringMatching(/^\/trpc\/(workspace\.deals\.create,?){3}\?batch=1$/),
      },
    ]);
    proxy.clear();
    const found = await Promise.all(
      made.map(({ data }) => client.workspace.deals.read.query({ dealId: data.id })),
    );
    expect(found.map(({ data }) => data.name)).toEqual(["d0", "d1", "d2"]);
    expect(proxy.requests).toHaveLength(1);
    proxy.clear();
    await Promise.all(Array.from({ length: 101 }, () => client.workspace.deals.list.query({})));
    expect(proxy.requests).toHaveLength(2);
  });
});
