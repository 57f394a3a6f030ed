import { notifications } from "@mantine/notifications";
import {
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { statusOf } from "../api.ts";
import { messageOf } from "./error-notice.tsx";

interface Change<Result, Input> {
  /** Keys of what the change makes out of date, as `api.x.pathKey()` gives them. */
  readonly invalidates?: readonly QueryKey[];
  /** Told in a notification once it is done. */
  readonly done?: string | ((result: Result, input: Input) => string);
  readonly onDone?: (result: Result, input: Input) => void;
  /** Whether a failure is shown by the caller, beside the form; otherwise it is a notification. */
  readonly showsError?: boolean;
}

/**
 * A mutation with what every page does after one: tell it, and read anew what it changed. A failure is
 * shown in exactly one place.
 *
 * @param options as `api.x.mutationOptions()` gives them
 */
export function useChange<Result, Failure, Input>(
  options: UseMutationOptions<Result, Failure, Input>,
  { invalidates = [], done, onDone, showsError = false }: Change<Result, Input> = {},
) {
  const queryClient = useQueryClient();
  return useMutation<Result, Failure, Input>({
    ...options,
    onSuccess: async (result, input) => {
      const message = typeof done === "function" ? done(result, input) : done;
      if (message !== undefined) notifications.show({ message, color: "teal" });
      await Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      onDone?.(result, input);
    },
    onError: (error) => {
      // What to do about a session that has ended is asked over the page.
      if (!showsError && statusOf(error) !== 401) {
        notifications.show({ message: messageOf(error), color: "red" });
      }
    },
  });
}
