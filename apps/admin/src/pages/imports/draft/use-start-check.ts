import { api } from "../../../api.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { useDraftInput } from "./use-draft.ts";

/** Returns the mutation that starts a dry run. It waits until the choices before it are saved. */
export function useStartCheck() {
  const mutation = api.imports.drafts.check.mutationOptions();
  return useChange(
    { ...mutation, scope: { id: useDraftInput().id } },
    { invalidates: [api.imports.drafts.pathKey()], showsError: true },
  );
}
