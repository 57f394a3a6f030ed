import { CloseButton, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch, IconZoomExclamation } from "@tabler/icons-react";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import type { Outputs } from "../../api.ts";
import { typeKeys, typeNames, useTypes } from "../../object-types.ts";
import { formatDetail, RecordLink } from "../../records/record-link.tsx";
import { useTypedText } from "../../records/use-typed-text.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { usePageKeys } from "../../ui/keyboard.ts";
import { AnchorLink } from "../../ui/links.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { Lines } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import classes from "./all-results.module.css";

const FROM = "/signed-in/p/$projectId/search";
/** Records of each type. The table of the type has the others. */
const PER_TYPE = 10;

/** What a text finds among the records of all types, and why. */
export function AllResults() {
  useTypes();
  const { q = "" } = useSearch({ from: FROM });
  return (
    <Page
      title="Search"
      lead="Finds records of every type by the beginnings of their words, or by their id."
    >
      <SearchInput q={q} />
      {q !== "" && <Results q={q} />}
    </Page>
  );
}

function SearchInput({ q }: { readonly q: string }) {
  const navigate = useNavigate({ from: "/p/$projectId/search" });
  const { text, write } = useTypedText(
    q,
    (next) => void navigate({ search: { q: next }, replace: true }),
  );
  const input = useRef<HTMLInputElement>(null);
  usePageKeys([["/", () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label="Search all records"
      placeholder="Name, email, or other words"
      maxLength={255}
      maw={480}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== "" && (
          <CloseButton size="sm" aria-label="Clear the search" onClick={() => write("")} />
        )
      }
      value={text}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}

type Found = Outputs["records"]["search"][number];

/** The records of each type that has any, and the way to the others of the type. */
function Results({ q }: { readonly q: string }) {
  const project = useProject();
  const types = typeKeys();
  const lists = useQueries({
    queries: types.map((type) =>
      project.records.search.queryOptions(
        // One more shows whether there are others.
        { text: q, types: [type], limit: PER_TYPE + 1 },
        { placeholderData: keepPreviousData },
      ),
    ),
  });
  const failed = lists.find(({ error }) => error !== null);
  if (failed !== undefined) {
    return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  const found = types.flatMap((type, i) => {
    const records = lists[i]?.data ?? [];
    return records.length === 0 ? [] : [{ type, records }];
  });
  const isPending = lists.some((list) => list.isPending);
  if (found.length === 0 && isPending) return <Lines count={6} />;
  return (
    <Stack>
      <Text role="status" c="dimmed" mt="sm">
        {found.length > 0 &&
          (found.length === 1 ? "Found in 1 type" : `Found in ${found.length} types`)}
      </Text>
      {found.length === 0 && (
        <Empty icon={IconZoomExclamation} title="No record matches">
          Each word of the text must begin a word of the record.
        </Empty>
      )}
      {found.map(({ type, records }) => (
        <FoundOfType key={type} {...{ q, type, records }} />
      ))}
    </Stack>
  );
}

interface FoundOfTypeProps {
  readonly q: string;
  readonly type: string;
  readonly records: readonly Found[];
}

function FoundOfType({ q, type, records }: FoundOfTypeProps) {
  const projectId = String(useProjectId());
  const { label, plural, icon: Icon } = typeNames(type);
  return (
    <Panel
      title={label}
      actions={
        records.length > PER_TYPE && (
          <AnchorLink to="/p/$projectId/$plural" params={{ projectId, plural }} search={{ q }}>
            All in {label.toLowerCase()}
          </AnchorLink>
        )
      }
    >
      <ul className={classes.list}>
        {records.slice(0, PER_TYPE).map((record) => {
          const { id, name, found } = record;
          const detail = formatDetail(record);
          return (
            <li key={id} className={classes.item}>
              <Icon size={16} className={classes.icon} aria-hidden />
              <div className={classes.found}>
                <RecordLink type={type} id={id} c="var(--mantine-color-text)" fw={500} title={name}>
                  {name}
                </RecordLink>
                {detail !== null && <span className={classes.more}>{detail}</span>}
                {found !== null && (
                  <span className={classes.more}>
                    {found.label}: {found.value}
                  </span>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
