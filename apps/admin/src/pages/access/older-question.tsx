import { Radio, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { DialogForm } from "../../ui/dialog-form.tsx";

interface OlderQuestionProps {
  readonly title: string;
  /** Label of the button that submits. */
  readonly action: string;
  /** Label of the question. */
  readonly label: string;
  /** Why the older one must end now; null if it may go on. */
  readonly full: string | null;
  /** Explains what it is good for that the older one goes on. */
  readonly later: string;
  /** Explains what happens if the older one ends now. */
  readonly now: string;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: (endsNow: boolean) => void;
  readonly onClose: () => void;
}

/** Asks when the older secret or key ends that a new one replaces. */
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
