import { notifications } from "@mantine/notifications";
import {
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { isFactorNeeded, statusOf } from "../../api.ts";
import { messageOf } from "../pages/error-notice.tsx";

interface Change<Result, Input> {
  /** Query keys to invalidate, from `api.x.pathKey()`. */
  readonly invalidates?: readonly QueryKey[];
  /** Text of the notification on success. */
  readonly done?: string | ((result: Result, input: Input) => string | undefined);
  readonly onDone?: (result: Result, input: Input) => void;
  /** True if the caller shows the error in its form; otherwise it is a notification. */
  readonly showsError?: boolean;
  /** True for changes that often follow each other: the notification replaces the last one, and covers no row's buttons. */
  readonly isRepeated?: boolean;
}

/** The notification of the last repeated change. */
let repeated: string | undefined;

/**
 * Wraps `useMutation` with what every page does afterwards: notify, and refetch what changed. An error is
 * shown in exactly one place.
 *
 * @param options from `api.x.mutationOptions()`
 */
export function useChange<Result, Failure, Input>(
  options: UseMutationOptions<Result, Failure, Input>,
  {
    invalidates = [],
    done,
    onDone,
    showsError = false,
    isRepeated = false,
  }: Change<Result, Input> = {},
) {
  const queryClient = useQueryClient();
  return useMutation<Result, Failure, Input>({
    ...options,
    onSuccess: async (result, input) => {
      const message = typeof done === "function" ? done(result, input) : done;
      if (message !== undefined && isRepeated) {
        if (repeated !== undefined) notifications.hide(repeated);
        repeated = notifications.show({ message, color: "teal", position: "bottom-center" });
      } else if (message !== undefined) notifications.show({ message, color: "teal" });
      await Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      onDone?.(result, input);
    },
    onError: (error) => {
      // A dialog over the page says that the session has ended, or that a second factor is needed.
      if (!showsError && statusOf(error) !== 401 && !isFactorNeeded(error)) {
        notifications.show({ message: messageOf(error), color: "red" });
      }
    },
  });
}
