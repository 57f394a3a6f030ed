import { Select } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { NEXT_PAGE } from "../../api.ts";
import { LatestChanges } from "../../jobs/latest-changes.tsx";
import { typeKeys, typeNames } from "../../object-types.ts";
import { useProject } from "../../shell/use-project.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { LoadMore, useAutoFetchNextPage } from "../../ui/tables/load-more.tsx";
import { Binned } from "./binned.tsx";
import { binType } from "./search.ts";

/** Bulk changes that move records into the bin or out of it. */
const OF_BIN = ["delete", "restore"] as const;

/** The page of deleted records that can be restored. */
export function Bin() {
  const project = useProject();
  const search = useSearch({ from: "/signed-in/p/$projectId/bin" });
  const type = binType(search);
  const query = useInfiniteQuery(
    project.records.bin.infiniteQueryOptions(
      { ...(type === undefined ? {} : { type }) },
      NEXT_PAGE,
    ),
  );
  useAutoFetchNextPage(query);
  return (
    <Page
      title="Bin"
      lead="Deleted records stay here for 90 days. Then they are removed permanently."
      bar={<TypeFilter value={search.type} />}
    >
      <LatestChanges actions={OF_BIN} />
      <Loaded query={query}>
        {({ pages }) => {
          const records = pages.flatMap((page) => page.records);
          if (records.length === 0 && query.hasNextPage) return <Lines />;
          if (records.length === 0) return <NothingHere isFiltered={type !== undefined} />;
          return (
            <>
              <Binned records={records} />
              <LoadMore query={query} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Chooses the type of the deleted records that are shown. */
function TypeFilter({ value }: { readonly value: string | undefined }) {
  const navigate = useNavigate({ from: "/p/$projectId/bin" });
  const choose = (type: string | null) =>
    void navigate({ search: type === null || type === "" ? {} : { type } });
  return (
    <Select
      aria-label="Type"
      w={200}
      allowDeselect={false}
      data={[
        { value: "", label: "All types" },
        ...typeKeys().map((type) => ({
          value: typeNames(type).plural,
          label: typeNames(type).label,
        })),
      ]}
      value={value ?? ""}
      onChange={choose}
    />
  );
}

function NothingHere({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Empty
      icon={IconTrash}
      title={isFiltered ? "No deleted records of this type" : "The bin is empty"}
    >
      Records that admins or programs delete appear here and can be restored.
    </Empty>
  );
}
