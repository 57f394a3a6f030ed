import { z } from "zod";
import { audited } from "../../audit/audit.ts";
import {
  type ChangedRates,
  changeRates,
  type RateChange,
  readCurrencies,
  setReporting,
} from "../../currencies/change-rates.ts";
import { parseRates } from "../../currencies/rate-file.ts";
import type { Rate } from "../../currencies/rates.ts";
import { currenciesInUse } from "../../insights/stage-figures.ts";
import { storableText } from "../../storable-text.ts";
import { searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { projectProcedure } from "./procedure.ts";

const code = searchText(20);
const rate = z.strictObject({ currency: code, from: searchText(20), rate: searchText(40) });

/** Characters of a file of rates; room for the most rates that a project can have. */
const MAX_FILE = 500_000;
const file = z.object({ base: code, text: storableText.max(MAX_FILE) });

/** Procedures of the reporting currency and the rates into it. */
export const currencies = router({
  /** Reads the reporting currency, the rates into it, and the currencies that amounts have. */
  read: projectProcedure("read-only").query(async ({ ctx }) => ({
    ...(await readCurrencies(ctx)),
    inUse: await currenciesInUse(ctx.deps, ctx.principal.projectId),
  })),
  setReporting: projectProcedure("admin", z.object({ currency: code.nullable() })).mutation(
    async ({ ctx, input: { projectId, currency } }) => {
      const action = currency === null ? "removeReporting" : "setReporting";
      const what = {
        ...{ action: `currencies.${action}`, subject: `project:${projectId}` },
        details: ({ before }: { before: string | null }) => ({ name: currency, before }),
        isChange: ({ before }: { before: string | null }) => before !== currency,
      };
      await audited(ctx, what, (joined) => setReporting(joined, currency));
    },
  ),
  addRate: projectProcedure("admin", z.object({ base: code, rate })).mutation(
    ({ ctx, input: { base, rate } }) => changed(ctx, "addRate", { base, saved: [rate] }),
  ),
  changeRate: projectProcedure("admin", z.object({ base: code, before: rate, rate })).mutation(
    ({ ctx, input: { base, before, rate } }) =>
      changed(ctx, "changeRate", { base, removed: [before], saved: [rate] }),
  ),
  removeRate: projectProcedure("admin", z.object({ base: code, rate })).mutation(
    ({ ctx, input: { base, rate } }) => changed(ctx, "removeRate", { base, removed: [rate] }),
  ),
  /** Says what an import of a file would do. */
  checkFile: projectProcedure("admin", file).mutation(async ({ input: { text, base } }) => {
    const { rates, faults, faulty } = await parseRates(text, base);
    return { rates: rates.length, faults, faulty };
  }),
  /** Saves the rates of a file, without its faulty lines. */
  importFile: projectProcedure("admin", file).mutation(async ({ ctx, input: { text, base } }) => {
    const { rates: saved, faulty } = await parseRates(text, base);
    const result = await changed(ctx, "importRates", { base, saved, isReplacing: true });
    return { ...result, faulty };
  }),
});

type Context = Parameters<typeof readCurrencies>[0] & Parameters<typeof audited>[0];

/** Changes rates and logs the change. */
function changed(ctx: Context, action: string, change: RateChange): Promise<ChangedRates> {
  const { projectId } = ctx.principal;
  const { base, removed = [], saved = [] } = change;
  const text = ({ currency, from, rate }: Rate) => `${currency} ${rate} from ${from}`;
  const what = {
    ...{ action: `currencies.${action}`, subject: `project:${projectId}` },
    details: (counts: ChangedRates) => ({
      ...{ base, name: [...saved, ...removed].slice(0, 1).map(text).join() },
      ...(removed.length > 0 && saved.length > 0 && { before: removed.map(text).join() }),
      ...(change.isReplacing && { ...counts, name: counted(counts.added + counts.changed) }),
    }),
    isChange: ({ added, changed, removed }: ChangedRates) => added + changed + removed > 0,
  };
  return audited(ctx, what, (joined) => changeRates(joined, change));
}

function counted(rates: number): string {
  return rates === 1 ? "1 rate" : `${rates} rates`;
}
