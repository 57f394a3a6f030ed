import type { Outputs } from "../../../api.ts";
import { Mark } from "../../../ui/values/mark.tsx";
import { Moment } from "../../../ui/values/moment.tsx";

export type SigningKey = Outputs["access"]["signingKeys"]["list"][number];

/** Whether a key signs, signs soon, only verifies, or is retired. */
export function SigningKeyState({ signingKey }: { readonly signingKey: SigningKey }) {
  const { signsFrom, signsUntil, retiredAt } = signingKey;
  const isPast = (at: string | null) => at !== null && Date.parse(at) <= Date.now();
  if (!isPast(signsFrom)) {
    return (
      <Mark tone="busy">
        Published, starts signing <Moment at={signsFrom} />
      </Mark>
    );
  }
  if (!isPast(signsUntil)) return <Mark tone="good">Signing</Mark>;
  if (isPast(retiredAt)) return <Mark tone="idle">Retired</Mark>;
  return (
    <Mark tone="idle">
      Verifies only, retires <Moment at={retiredAt} />
    </Mark>
  );
}
