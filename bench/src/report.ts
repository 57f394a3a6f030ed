import type { Figures } from "./load.ts";

/** A work as it was measured on one database of one size. */
export interface Row {
  readonly database: string;
  readonly records: number;
  readonly work: string;
  readonly rapport: Figures;
  readonly yardsticks: Readonly<Record<string, Figures>>;
  /** Things per request, if their number per second is of interest. */
  readonly things?: { readonly unit: string; readonly perRequest: number };
}

export function printRow(row: Row): void {
  const ratios = Object.entries(row.yardsticks).map(([name, figures]) => {
    const ratio = (row.rapport.perSecond / figures.perSecond).toFixed(2);
    const cpuRatio = (totalCpu(figures) / totalCpu(row.rapport)).toFixed(2);
    return `${ratio} (cpu ${cpuRatio}) of ${name} (${figures.perSecond})`;
  });
  const { perSecond, p50, p99, cpuUs, databaseCpuUs } = row.rapport;
  const { things } = row;
  const rate = things ? `  ${Math.round(perSecond * things.perRequest)} ${things.unit}/s` : "";
  print(
    row.database,
    `${row.work.padEnd(28)}${String(perSecond).padStart(7)}/s  p50 ${p50} ms  p99 ${p99} ms  cpu ${cpuUs}+${databaseCpuUs} µs  ${ratios.join("  ")}${rate}`,
  );
}

function totalCpu({ cpuUs, databaseCpuUs }: Figures): number {
  return cpuUs + databaseCpuUs;
}

/** Prints how many times more processor time each work takes with the most records than with the fewest. */
export function printGrowth(rows: readonly Row[]): void {
  for (const [key, group] of Map.groupBy(rows, ({ database, work }) => `${database} ${work}`)) {
    const sorted = group.toSorted((a, b) => a.records - b.records);
    const [least, most] = [sorted[0] as Row, sorted.at(-1) as Row];
    if (least === most) continue;
    const cost = ({ rapport }: Row) => totalCpu(rapport);
    print(
      key,
      `${(cost(most) / cost(least)).toFixed(2)} times the processor time, ${(least.rapport.perSecond / most.rapport.perSecond).toFixed(2)} times the time, with ${most.records} records instead of ${least.records}`,
    );
  }
}

export function print(head: string, text: string): void {
  process.stdout.write(`${head.padEnd(9)} ${text}\n`);
}
