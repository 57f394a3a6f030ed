import { Radio, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";

interface OlderQuestionProps {
  readonly title: string;
  /** Label of the button that submits. */
  readonly action: string;
  /** Label of the question. */
  readonly label: string;
  /** Why the older one must end now; null if it may keep working. */
  readonly full: string | null;
  /** Explains why the older one may keep working. */
  readonly later: string;
  /** Explains what happens if the older one ends now. */
  readonly now: string;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: (endsNow: boolean) => void;
  readonly onClose: () => void;
}

/** Asks when the older secret or key ends, after a new one replaces it. */
export function OlderQuestion(props: OlderQuestionProps) {
  const { title, action, label, full, later, now, change, onSubmit, onClose } = props;
  const [older, setOlder] = useState(full === null ? "later" : "now");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(older === "now");
  };
  return (
    <DialogForm
      title={title}
      action={action}
      isChanged={false}
      change={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <Radio.Group label={label} value={older} onChange={setOlder}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="later"
            disabled={full !== null}
            label="Works for 24 more hours"
            description={full ?? later}
          />
          <Radio value="now" label="Ends now" description={now} />
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}
