import { useSearch } from "@tanstack/react-router";
import { SetUpQuestion } from "../../shell/session/set-up-question.tsx";
import { localPath } from "./local-path.ts";
import { SignedOutPage } from "./signed-out-page.tsx";

/** The page after the sign-in of an admin who has to set a second factor up first. */
export function SetUpFactor() {
  const { to = "/" } = useSearch({ from: "/second-factor" });
  return (
    <SignedOutPage title="Set up a second factor">
      <SetUpQuestion onDone={() => location.assign(localPath(to))} />
    </SignedOutPage>
  );
}
