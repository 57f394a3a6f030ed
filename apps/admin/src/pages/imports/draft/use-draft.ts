import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Inputs, type Outputs, queryClient } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import type { DraftSearch } from "../search.ts";

export type Draft = Outputs["imports"]["drafts"]["read"];
export type Check = NonNullable<Draft["check"]>;
export type DraftOptions = Inputs["imports"]["drafts"]["setOptions"]["options"];
export type CheckedRow = Outputs["imports"]["drafts"]["rows"]["rows"][number];

const ROUTE = "/signed-in/p/$projectId/imports/draft/$draftId";

/** Returns the id of the draft and of its project, as procedures take them. */
export function useDraftInput() {
  const { draftId } = useParams({ from: ROUTE });
  return { projectId: useProjectId(), id: draftId };
}

/** Fetches the import in preparation that the URL names. */
export function useDraft() {
  return useQuery(api.imports.drafts.read.queryOptions(useDraftInput()));
}

/** Returns the query parameters of the page and a function to change them. */
export function useDraftSearch() {
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: "/p/$projectId/imports/draft/$draftId" });
  const go = (change: DraftSearch, resetScroll = false) =>
    void navigate({ search: (before) => ({ ...before, ...change }), resetScroll });
  return { search, go };
}

/**
 * Returns the choices for a draft and a function that changes them. A change is shown at once and saved in the order of
 * the changes.
 */
export function useDraftOptions(draft: Draft) {
  const input = useDraftInput();
  const [own, setOwn] = useState<DraftOptions | null>(null);
  const mutation = api.imports.drafts.setOptions.mutationOptions();
  const save = useChange({ ...mutation, scope: { id: draft.id } }, {});
  const options: DraftOptions = own ?? toOptions(draft.options);
  const change = (given: Partial<DraftOptions>) => {
    const next = { ...options, ...given };
    setOwn(next);
    save.mutate(
      { ...input, options: next },
      {
        onSettled: () => queryClient.invalidateQueries({ queryKey: api.imports.drafts.pathKey() }),
      },
    );
  };
  return { options, change, isSaving: save.isPending };
}

function toOptions({ associations, ...options }: Draft["options"]): DraftOptions {
  return { ...options, associations: associations.map((one) => ({ ...one })) };
}
