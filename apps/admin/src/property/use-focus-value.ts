import { type RefObject, useEffect, useRef } from "react";

const INPUTS = "input:not([type=hidden]), textarea";

/**
 * Moves the focus after a property has been chosen, because usually only its value is left to enter.
 *
 * @param part the element with the inputs
 * @param name the chosen property
 * @param pick returns the input of the value among all inputs of the element
 * @returns a function to call when a property is chosen
 */
export function useFocusValue(
  part: RefObject<HTMLElement | null>,
  name: string | null,
  pick: (inputs: readonly HTMLElement[]) => HTMLElement | undefined,
): () => void {
  const isDue = useRef(false);
  // The inputs of the property are there once its name has been rendered.
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    pick([...(part.current?.querySelectorAll<HTMLElement>(INPUTS) ?? [])])?.focus();
  }, [name]);
  return () => {
    isDue.current = true;
  };
}
