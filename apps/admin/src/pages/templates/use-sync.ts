import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { INVALIDATED_BY_TEMPLATES } from "./use-templates.ts";

/**
 * Syncs the tenant's templates; one that fails says something of the account too.
 *
 * @param accountSetAt what a sync says is of the account that was set then
 * @returns the mutation, and whether what it says is of the account that is set now
 */
export function useSync(accountSetAt: string | undefined) {
  const queryClient = useQueryClient();
  const { mutationFn } = api.templates.syncNow.mutationOptions();
  const sync = useMutation({
    ...(mutationFn && { mutationFn }),
    onMutate: () => ({ accountSetAt }),
    onSettled: () =>
      Promise.all(
        INVALIDATED_BY_TEMPLATES.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
  return { sync, isCurrent: sync.context?.accountSetAt === accountSetAt };
}
