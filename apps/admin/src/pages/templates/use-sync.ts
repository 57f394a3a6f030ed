import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { OUTDATES } from "./use-templates.ts";

/** Syncs the tenant's templates; one that fails says something of the account too. */
export function useSync() {
  const queryClient = useQueryClient();
  return useMutation({
    ...api.templates.syncNow.mutationOptions(),
    onSettled: () =>
      Promise.all(OUTDATES.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
