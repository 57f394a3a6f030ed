import { Link, useNavigate } from "@tanstack/react-router";
import { typeNames } from "../../../object-types.ts";
import { useMay } from "../../../session.ts";
import { PageMissing } from "../../../shell/page-errors.tsx";
import { useProjectId } from "../../../shell/use-project.ts";
import { isGone, Loaded } from "../../../ui/pages/loaded.tsx";
import { Page } from "../../../ui/pages/page.tsx";
import { formatBytes } from "../../../ui/values/format.ts";
import { Moment } from "../../../ui/values/moment.tsx";
import { Discard } from "../discard.tsx";
import type { Step } from "../search.ts";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import classes from "./draft.module.css";
import { OptionsStep } from "./options-step.tsx";
import { type Draft, useDraft, useDraftInput, useDraftSearch } from "./use-draft.ts";

/** The page of an import in preparation: its columns, its options and the check. */
export function DraftPage() {
  const query = useDraft();
  const { search } = useDraftSearch();
  const mayImport = useMay("admin");
  const projectId = useProjectId();
  const step = search.step ?? "columns";
  if (isGone(query)) return <PageMissing />;
  return (
    <Page
      title={query.data?.fileName ?? "Import"}
      lead={query.data && <Lead draft={query.data} />}
      above={[{ label: "Imports", to: `/p/${projectId}/imports` }]}
      actions={mayImport && query.data?.importId === null && <DiscardHere />}
      bar={query.data && <Steps step={step} />}
    >
      <Loaded query={query}>{(draft) => <Content draft={draft} step={step} />}</Loaded>
    </Page>
  );
}

function Content({ draft, step }: { readonly draft: Draft; readonly step: Step }) {
  if (step === "options") return <OptionsStep draft={draft} />;
  return step === "check" ? <CheckStep draft={draft} /> : <ColumnsStep draft={draft} />;
}

function Lead({ draft: { type, bytes, encoding, actor, createdAt } }: { readonly draft: Draft }) {
  return (
    <>
      {typeNames(type).label}&nbsp;· {formatBytes(bytes)}&nbsp;· {encoding.toUpperCase()}&nbsp;·
      uploaded by {actor.label} <Moment at={createdAt} />
    </>
  );
}

const STEP_LABELS: Readonly<Record<Step, string>> = {
  columns: "1. Columns",
  options: "2. Options",
  check: "3. Check and import",
};

function Steps({ step }: { readonly step: Step }) {
  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {(Object.keys(STEP_LABELS) as Step[]).map((one) => (
          <li key={one}>
            <Link
              from="/p/$projectId/imports/draft/$draftId"
              to="."
              search={{ step: one }}
              className={classes.step}
              data-current={one === step}
            >
              {STEP_LABELS[one]}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function DiscardHere() {
  const { projectId, id } = useDraftInput();
  const navigate = useNavigate();
  const params = { projectId: String(projectId) };
  return <Discard id={id} onDone={() => void navigate({ to: "/p/$projectId/imports", params })} />;
}
