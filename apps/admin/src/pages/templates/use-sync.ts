import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { INVALIDATED_BY_TEMPLATES } from "./use-templates.ts";

/**
 * Syncs the tenant's templates. A failed sync changes the account's state too.
 *
 * @param accountSetAt when the current account was set
 * @returns the mutation, and whether its result belongs to the current account
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
