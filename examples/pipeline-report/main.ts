// Prints the value of the deals in each stage, by currency. An internal program that calls the tRPC procedures.
import { createTrpcClient } from "@rapport/client/trpc";
import { needed, RAPPORT_URL } from "../settings.ts";

const rapport = createTrpcClient({
  baseUrl: RAPPORT_URL,
  credentials: { apiKey: needed("API_KEY") },
});

const totals = new Map<string, { deals: number; amount: number }>();
let cursor: string | undefined;
do {
  const page = await rapport.workspace.deals.list.query({
    limit: 200,
    ...(cursor === undefined ? {} : { cursor }),
  });
  for (const { stage, currency, amount } of page.data) {
    const key = `${stage ?? "none"} ${currency ?? ""}`;
    const total = totals.get(key) ?? { deals: 0, amount: 0 };
    totals.set(key, { deals: total.deals + 1, amount: total.amount + (amount ?? 0) });
  }
  cursor = page.pagination.nextCursor ?? undefined;
} while (cursor !== undefined);

console.table(
  [...totals].map(([key, { deals, amount }]) => {
    const [stage, currency] = key.split(" ");
    // Sums of decimal amounts are not exact in floating point.
    return { stage, currency, deals, amount: amount.toFixed(2) };
  }),
);
