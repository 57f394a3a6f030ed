import { Anchor } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { formatMoney, formatNumber } from "../../ui/values/format.ts";
import { type RecordsSearch, writeFilters } from "../records/search.ts";
import classes from "./home.module.css";

type Stages = Outputs["home"]["dealsByStage"];
type Stage = Stages["stages"][number];

interface StageBarsProps {
  readonly stages: Stages;
  /** Currency of the amounts in the bars; undefined if they show numbers of deals. */
  readonly currency: string | null | undefined;
}

/** A table of the stages with a bar for each. */
export function StageBars({ stages: { pipeline, stages }, currency }: StageBarsProps) {
  const lengths = stages.map((stage) => measure(stage, currency));
  const longest = Math.max(...lengths, 0);
  return (
    <table className={classes.stages} aria-label={`Deals by stage of ${pipeline.label}`}>
      <thead>
        <tr>
          <th scope="col">Stage</th>
          <th scope="col">Deals</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {stages.map((stage, i) => (
          <Row
            key={stage.key}
            stage={stage}
            pipeline={pipeline.key}
            share={longest === 0 ? 0 : (lengths[i] ?? 0) / longest}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Returns the length of a bar. A floating-point number is exact enough for that. */
function measure(stage: Stage, currency: string | null | undefined): number {
  if (currency === undefined) return stage.count;
  return Math.max(0, Number(stage.amounts.find((one) => one.currency === currency)?.amount ?? 0));
}

interface RowProps {
  readonly stage: Stage;
  /** Key of the pipeline. */
  readonly pipeline: string;
  /** Length relative to the longest bar, from 0 to 1. */
  readonly share: number;
}

function Row({ stage, pipeline, share }: RowProps) {
  const deals: { to: string; search: RecordsSearch } = {
    to: `/p/${useProjectId()}/deals`,
    search: { filter: filterOf(pipeline, stage) },
  };
  return (
    <tr>
      <th scope="row">
        <span className={classes.stage}>
          <Anchor
            renderRoot={(props) => <Link {...props} {...(deals as LinkProps)} />}
            inherit
            c="inherit"
            className={classes.stageName}
          >
            {stage.label}
          </Anchor>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.bar}
              data-closed={stage.closed}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        </span>
      </th>
      <td>{formatNumber(stage.count)}</td>
      <td>
        {stage.amounts.map(({ currency, amount }) => (
          <div key={currency ?? ""}>{formatMoney(amount, currency)}</div>
        ))}
        {stage.amounts.length === 0 && <span className={classes.none}>–</span>}
      </td>
    </tr>
  );
}

function filterOf(pipeline: string, stage: Stage): string | undefined {
  return writeFilters([
    { property: "pipeline", operator: "eq", value: pipeline },
    { property: "stage", operator: "eq", value: stage.key },
  ]);
}
