import type { ButtonProps } from "@mantine/core";
import { useProject } from "../../shell/use-project.ts";
import { ChangeButton } from "../../ui/dialogs/ask.tsx";

interface DiscardProps extends Pick<ButtonProps, "size"> {
  readonly id: string;
  readonly onDone?: () => void;
  readonly "aria-label"?: string;
}

/** The button that discards an import in preparation. */
export function Discard({ id, onDone, ...button }: DiscardProps) {
  return (
    <ChangeButton
      of={useProject().imports.drafts.discard}
      input={{ id }}
      done="The file was discarded."
      onDone={onDone}
      asks={{
        title: "Discard this file?",
        action: "Discard",
        children: "The uploaded file, your choices and your fixes are removed. No record changes.",
      }}
      {...button}
    >
      Discard
    </ChangeButton>
  );
}
