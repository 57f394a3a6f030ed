import { lazy, Suspense } from "react";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { Lines } from "../ui/pages/loaded.tsx";
import { ABOVE_FORMS } from "./above-forms.ts";

const KeysList = lazy(async () => ({ default: (await import("./keys-list.tsx")).KeysList }));

interface KeysDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** `?`: shows every key. */
export function KeysDialog({ opened, onClose }: KeysDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keys" zIndex={ABOVE_FORMS}>
      <Suspense fallback={<Lines />}>
        <KeysList />
      </Suspense>
    </Dialog>
  );
}
