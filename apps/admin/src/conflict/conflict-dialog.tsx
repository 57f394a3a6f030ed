import { lazy, Suspense } from "react";
import { typeNames } from "../object-types.ts";
import { ABOVE_FORMS, Dialog } from "../ui/dialogs/dialog.tsx";
import { Lines } from "../ui/pages/loaded.tsx";
import { useQuestion } from "./questions.ts";

const ConflictChoices = lazy(async () => ({
  default: (await import("./conflict-choices.tsx")).ConflictChoices,
}));

/** Shows the values that someone else saved while the admin was editing, to keep either. */
export function ConflictDialog() {
  const question = useQuestion();
  const noun = question && typeNames(question.recordKey.type).singular.toLowerCase();
  return (
    <Dialog
      opened={question !== undefined}
      onClose={() => question?.answer(null)}
      title={`Someone else changed this ${noun ?? "record"}`}
      closeOnClickOutside={false}
      zIndex={ABOVE_FORMS}
    >
      {question && (
        <Suspense fallback={<Lines />}>
          <ConflictChoices question={question} onAnswer={question.answer} />
        </Suspense>
      )}
    </Dialog>
  );
}
