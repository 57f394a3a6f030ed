import { SegmentedControl } from "@mantine/core";
import { IconArrowMerge } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { NEXT_PAGE, type Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProject } from "../../shell/use-project.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { LoadMore, useAutoFetchNextPage } from "../../ui/tables/load-more.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Queue } from "./queue.tsx";
import { duplicatesType } from "./search.ts";

/** The page of records that may be the same. */
export function Duplicates() {
  const project = useProject();
  const type = duplicatesType(useSearch({ from: "/signed-in/p/$projectId/duplicates" }));
  const [companies, contacts] = ["company", "contact"].map((one) =>
    typeNames(one).label.toLowerCase(),
  );
  const counts = useQuery(project.duplicates.counts.queryOptions());
  const query = useInfiniteQuery(project.duplicates.list.infiniteQueryOptions({ type }, NEXT_PAGE));
  const { data } = query;
  const pages = data?.pages.map(({ candidates: records }) => ({ records }));
  useAutoFetchNextPage({ ...query, data: pages && { pages } });
  return (
    <Page
      title="Duplicates"
      lead={`Records with the same email, phone number or domain, ${companies} with the same name, and ${contacts} with the same name and company.`}
      bar={counts.data && <Types counts={counts.data} type={type} />}
    >
      <Loaded query={query}>
        {({ pages }) => {
          const candidates = pages.flatMap((page) => page.candidates);
          if (candidates.length === 0 && query.hasNextPage) return <Lines />;
          if (candidates.length === 0) return <NothingHere type={type} />;
          return (
            <>
              <Queue key={type} type={type} candidates={candidates} />
              <LoadMore query={query} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface TypesProps {
  readonly counts: Outputs["duplicates"]["counts"];
  readonly type: string;
}

/** The types whose records can have duplicates, with the number of pairs. */
function Types({ counts, type }: TypesProps) {
  const navigate = useNavigate({ from: "/p/$projectId/duplicates" });
  return (
    <SegmentedControl
      aria-label="Type"
      data={counts.map(({ type, count, isMore }) => ({
        value: typeNames(type).plural,
        label: `${typeNames(type).label} ${formatNumber(count)}${isMore ? "+" : ""}`,
      }))}
      value={typeNames(type).plural}
      onChange={(plural) => void navigate({ search: { type: plural } })}
    />
  );
}

function NothingHere({ type }: { readonly type: string }) {
  return (
    <Empty icon={IconArrowMerge} title={`No ${typeNames(type).label.toLowerCase()} to compare`}>
      Records that may be the same appear here a few seconds after they are written.
    </Empty>
  );
}
