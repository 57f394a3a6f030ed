import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Inputs, type Outputs, queryClient } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import type { DraftSearch } from "../search.ts";

export type Draft = Outputs["imports"]["drafts"]["read"];
export type Check = NonNullable<Draft["check"]>;
type GivenOptions = Inputs["imports"]["drafts"]["setOptions"]["options"];
/** Options that the server proposes again until the admin chooses them. */
type Forms = Pick<Draft["options"], "dateFormat" | "decimalSeparator">;
export type DraftOptions = Omit<GivenOptions, keyof Forms> & Forms;
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
  const [own, setOwn] = useState<Partial<DraftOptions>>({});
  const mutation = api.imports.drafts.setOptions.mutationOptions();
  // Saving ends when the draft is fetched again: until then it has the result of a check that the choice has discarded.
  const onSettled = () => queryClient.invalidateQueries({ queryKey: api.imports.drafts.pathKey() });
  const save = useChange(
    { ...mutation, scope: { id: draft.id }, onSettled },
    { changes: null, failed: "The choice was not saved" },
  );
  const options: DraftOptions = { ...toOptions(draft.options), ...own };
  const change = (given: Partial<DraftOptions>) => {
    const { dateFormat: _date, decimalSeparator: _decimal, ...others } = { ...options, ...given };
    setOwn({ ...own, ...given });
    // Shown forms may be older than what the server has proposed since, so only a choice is sent.
    save.mutate({ ...input, options: { ...others, ...givenForms(given) } });
  };
  return { options, change, isSaving: save.isPending };
}

function givenForms({ dateFormat, decimalSeparator }: Partial<DraftOptions>): Partial<Forms> {
  return {
    ...(dateFormat !== undefined && { dateFormat }),
    ...(decimalSeparator !== undefined && { decimalSeparator }),
  };
}

function toOptions({ associations, ...options }: Draft["options"]): DraftOptions {
  return { ...options, associations: associations.map((one) => ({ ...one })) };
}

/** Returns the mutation that starts a dry run. It waits until the choices before it are saved. */
export function useStartCheck() {
  const mutation = api.imports.drafts.check.mutationOptions();
  return useChange({ ...mutation, scope: { id: useDraftInput().id } }, { showsError: true });
}
