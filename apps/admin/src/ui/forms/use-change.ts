import { notifications } from "@mantine/notifications";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { failureStatus, isFactorNeeded } from "../../api.ts";
import { mutationSubject, refetch, type Subject } from "../../invalidation.ts";
import { failureMessage } from "../pages/error-notice.tsx";

/** A procedure that changes something, such as `api.access.keys.disable`. */
interface Procedure<Result, Failure, Input> {
  readonly mutationOptions: () => UseMutationOptions<Result, Failure, Input>;
}

/** What a form or a button changes: a procedure, or the options of a mutation. */
export type Changing<Result, Failure, Input> =
  | Procedure<Result, Failure, Input>
  | UseMutationOptions<Result, Failure, Input>;

/** What follows a change. */
export interface After<Result, Input> {
  /** Text of the notification on success: a sentence with its period, such as “Client saved.”. */
  readonly done?: string | ((result: Result, input: Input) => string | undefined);
  readonly onDone?: ((result: Result, input: Input) => void) | undefined;
  /** True for changes that often follow each other: the notification replaces the last one, and covers no row's buttons. */
  readonly isRepeated?: boolean;
}

type Change<Result, Input> = After<Result, Input> & {
  /** What it changes, unless its path says so. Null if the caller refetches. */
  readonly changes?: Subject | null;
} & (
    | {
        /** The caller shows the error in its form. */
        readonly showsError: true;
      }
    | {
        /** The error is a notification. Its title says what did not happen; its message says how to fix it. */
        readonly failed: string | ((input: Input) => string);
      }
  );

/** The notification of the last repeated change. */
let repeated: string | undefined;

/**
 * Wraps `useMutation` with what every page does afterwards: notify, and refetch what changed. An error is
 * shown in exactly one place.
 */
export function useChange<Result, Failure, Input>(
  of: Changing<Result, Failure, Input>,
  after: Change<Result, Input>,
) {
  const { changes, done, onDone, isRepeated = false } = after;
  const options = isProcedure(of) ? of.mutationOptions() : of;
  return useMutation<Result, Failure, Input>({
    ...options,
    onSuccess: async (result, input) => {
      const message = typeof done === "function" ? done(result, input) : done;
      if (message !== undefined && isRepeated) {
        if (repeated !== undefined) notifications.hide(repeated);
        repeated = notifications.show({ message, color: "teal", position: "bottom-center" });
      } else if (message !== undefined) notifications.show({ message, color: "teal" });
      const subject = changes === undefined ? mutationSubject(options.mutationKey) : changes;
      if (subject) await refetch(subject);
      onDone?.(result, input);
    },
    onError: (error, input) => {
      // A dialog over the page says that the session has ended, or that a second factor is needed.
      if ("showsError" in after || failureStatus(error) === 401 || isFactorNeeded(error)) return;
      const { failed } = after;
      const title = typeof failed === "function" ? failed(input) : failed;
      notifications.show({ title, message: failureMessage(error), color: "red" });
    },
  });
}

/** Procedures are proxies, which are functions. */
function isProcedure<Result, Failure, Input>(
  of: Changing<Result, Failure, Input>,
): of is Procedure<Result, Failure, Input> {
  return typeof of === "function";
}
