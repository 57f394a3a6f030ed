import { Readable } from "node:stream";
import { csvLines } from "../imports/csv-lines.ts";
import { findDelimiter, isBlank } from "../imports/csv-rows.ts";
import { MAX_RATES, rateIssues, rateKey } from "./change-rates.ts";
import type { Rate } from "./rates.ts";

/** What the lines of a file of rates say. */
export interface RateFile {
  /** The rates of the lines without a fault. */
  readonly rates: readonly Rate[];
  /** The first faults. */
  readonly faults: readonly LineFault[];
  /** How many lines have a fault. */
  readonly faulty: number;
}

interface LineFault {
  readonly line: number;
  readonly message: string;
}

/** Most faults that are listed. */
const MAX_FAULTS = 100;
const COLUMNS = ["date", "currency", "rate"] as const;

/**
 * Reads rates from CSV: the columns `date`, `currency` and `rate`, in any order if the first line names them. In a file with
 * another separator than a comma, a rate may have a decimal comma.
 *
 * @param base the currency into which they convert
 * @throws CrmError INVALID_INPUT if a quote is not closed
 */
export async function parseRates(text: string, base: string): Promise<RateFile> {
  const bytes = Buffer.from(text.replace(/^\uFEFF/, ""));
  const { delimiter, skipped } = findDelimiter(bytes);
  const rates = new Map<string, Rate & { readonly line: number }>();
  const faults: LineFault[] = [];
  let order: readonly number[] | null = null;
  let lines = 0;
  const source = Readable.from([bytes.subarray(skipped)]);
  for await (const { cells, line } of csvLines(source, delimiter)) {
    if (isBlank(cells)) continue;
    if (order === null) {
      const named = findColumns(cells);
      order = named ?? [0, 1, 2];
      if (named !== null) continue;
    }
    if (++lines > MAX_RATES) {
      faults.push({ line, message: `A file can have at most ${MAX_RATES} rates.` });
      break;
    }
    const rate = readRate(order, cells, delimiter);
    const key = rateKey(rate);
    const same = rates.get(key);
    const [issue] = rateIssues(rate, base);
    if (issue !== undefined) faults.push({ line, message: issue.message });
    else if (same !== undefined) {
      const message = `Line ${same.line} has a rate of ${rate.currency} from ${rate.from} already.`;
      faults.push({ line, message });
    } else rates.set(key, { ...rate, line });
  }
  return {
    rates: [...rates.values()].map(({ line: _, ...rate }) => rate),
    faults: faults.slice(0, MAX_FAULTS),
    faulty: faults.length,
  };
}

/** Returns where a header names each column; null if the line is no header. */
function findColumns(cells: readonly string[]): readonly number[] | null {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const order = COLUMNS.map((column) => names.indexOf(column));
  return order.some((at) => at >= 0) ? order : null;
}

function readRate(order: readonly number[], cells: readonly string[], delimiter: string): Rate {
  const [from = "", currency = "", rate = ""] = order.map((at) => (cells[at] ?? "").trim());
  const number = delimiter === "," ? rate : rate.replace(/^(\d+),(\d+)$/, "$1.$2");
  return { currency: currency.toUpperCase(), from, rate: number.replace(/^0+(?=\d)/, "") };
}
