import { ActionIcon, Button, Group, Input, type InputWrapperProps, Stack } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useRef } from "react";

interface RowsFieldProps extends Pick<InputWrapperProps, "description" | "error"> {
  readonly label: string;
  /** The rows. */
  readonly children: ReactNode;
  /** From `useRowFocus`. */
  readonly list?: RefObject<HTMLDivElement | null>;
  /** Label of the button that adds a row. */
  readonly add: string;
  readonly onAdd: () => void;
  readonly isFull?: boolean;
}

/** A field with a number of rows, and a button that adds one. */
export function RowsField(props: RowsFieldProps) {
  const { label, description, error, children, list, add, onAdd, isFull = false } = props;
  return (
    <Input.Wrapper labelElement="div" {...{ label, description, error }}>
      <Stack gap={6} mt={6} ref={list} role="group" aria-label={label}>
        {children}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={onAdd}
            disabled={isFull}
          >
            {add}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

interface RemoveRowProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly mt?: number;
}

/** The button at the end of a row that removes it. */
export function RemoveRow({ label, mt = 4, ...button }: RemoveRowProps) {
  return (
    <ActionIcon variant="subtle" color="gray" mt={mt} aria-label={label} {...button}>
      <IconX size={16} aria-hidden />
    </ActionIcon>
  );
}

/** Returns the ref of the list, and a function that focuses the input whose `data-row` is an index, after the next render. */
export function useRowFocus() {
  const list = useRef<HTMLDivElement>(null);
  const focusRow = (index: number) =>
    void requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>(`[data-row="${index}"]`)?.focus(),
    );
  return [list, focusRow] as const;
}
