import { Button, type ButtonProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type After, type Changing, useChange } from "../forms/use-change.ts";
import { Confirm, type ConfirmProps } from "./confirm.tsx";

type Question = Omit<ConfirmProps, "opened" | "change" | "onConfirm">;

interface AskProps<Result, Failure, Input> extends Question, After<Result, Input> {
  readonly opened?: boolean;
  /** The procedure that is called if the admin confirms. */
  readonly of: Changing<Result, Failure, Input>;
  readonly input: Input;
  /** What is shown instead of the question afterwards, such as a new password. */
  readonly shows?: (result: Result) => ReactNode;
}

/** Asks before a change with consequences, and makes it. Closes then, unless it shows something. */
export function Ask<Result, Failure, Input>(props: AskProps<Result, Failure, Input>) {
  const { opened = true, of, input, shows, done, onDone, isRepeated, ...question } = props;
  const { onClose } = question;
  const change = useChange(of, {
    showsError: true,
    ...(done !== undefined && { done }),
    onDone: (result, given) => {
      if (shows === undefined) onClose();
      onDone?.(result, given);
    },
  });
  if (change.data !== undefined && shows !== undefined) return shows(change.data);
  return (
    <Confirm
      {...question}
      opened={opened}
      change={change}
      onClose={() => {
        change.reset();
        onClose();
      }}
      onConfirm={() => change.mutate(input)}
    />
  );
}

interface ChangeButtonProps<Result, Failure, Input> extends ButtonProps, After<Result, Input> {
  readonly of: Changing<Result, Failure, Input>;
  readonly input: Input;
  /** The question before the change; without it the button changes at once. */
  readonly asks?: Omit<Question, "onClose">;
  /** What did not happen, if the button that changes at once was refused. */
  readonly failed?: string;
  readonly "aria-label"?: string;
  readonly children: ReactNode;
}

/** A button that changes something, at once or after a question. */
export function ChangeButton<Result, Failure, Input>({
  of,
  input,
  asks,
  done,
  onDone,
  isRepeated,
  failed = "Nothing was changed",
  children,
  ...button
}: ChangeButtonProps<Result, Failure, Input>) {
  const [isAsked, setAsked] = useState(false);
  const after: After<Result, Input> = { ...(done !== undefined && { done }), onDone };
  const change = useChange(of, { ...after, failed });
  if (asks === undefined) {
    return (
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate(input)}
        {...button}
      >
        {children}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)} {...button}>
        {children}
      </Button>
      <Ask
        {...asks}
        {...after}
        of={of}
        input={input}
        opened={isAsked}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
