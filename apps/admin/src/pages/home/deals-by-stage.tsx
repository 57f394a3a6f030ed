import { Button, Group, NativeSelect } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import type { HomeSearch } from "./search.ts";
import { StageBars } from "./stage-bars.tsx";

type Stages = Outputs["home"]["dealsByStage"];

/** Query parameter for deals without a currency. */
const NO_CURRENCY = "none";

/** The number and amount of deals in each stage of a pipeline. */
export function DealsByStage() {
  const projectId = useProjectId();
  const { pipeline, amount } = useSearch({ from: "/signed-in/p/$projectId/" });
  const show = useShow();
  const query = useQuery({
    ...api.home.dealsByStage.queryOptions({ projectId, pipeline }),
    placeholderData: keepPreviousData,
  });
  const actions = query.error ? (
    <Button size="xs" variant="default" onClick={() => show({ pipeline: undefined })}>
      Show the default pipeline
    </Button>
  ) : (
    query.data && <Choices stages={query.data} amount={amount} />
  );
  return (
    <Panel title="Deals by stage" actions={actions}>
      <Loaded query={query}>
        {(stages) => <StageBars stages={stages} currency={currencyOf(stages, amount)} />}
      </Loaded>
    </Panel>
  );
}

/** @returns the currency whose amounts the bars show; undefined if they show numbers of deals */
function currencyOf({ currencies }: Stages, amount: string | undefined) {
  return currencies.find((currency) => (currency ?? NO_CURRENCY) === amount);
}

interface ChoicesProps {
  readonly stages: Stages;
  readonly amount: string | undefined;
}

function Choices({ stages, amount }: ChoicesProps) {
  const show = useShow();
  const measures = stages.currencies.map((currency) => ({
    value: currency ?? NO_CURRENCY,
    label: currency === null ? "Amount without currency" : `Amount in ${currency}`,
  }));
  return (
    <Group gap="xs">
      {stages.pipelines.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label="Pipeline"
          data={stages.pipelines.map(({ key, label }) => ({ value: key, label }))}
          value={stages.pipeline.key}
          onChange={(event) => show({ pipeline: event.currentTarget.value })}
        />
      )}
      {measures.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label="What the bars show"
          data={[{ value: "", label: "Number of deals" }, ...measures]}
          value={currencyOf(stages, amount) === undefined ? "" : amount}
          onChange={(event) => show({ amount: event.currentTarget.value || undefined })}
        />
      )}
    </Group>
  );
}

/** Returns a function that changes the query parameters. */
function useShow() {
  const navigate = useNavigate({ from: "/p/$projectId/" });
  return (change: HomeSearch) =>
    void navigate({ to: ".", search: (before) => ({ ...before, ...change }), resetScroll: false });
}
