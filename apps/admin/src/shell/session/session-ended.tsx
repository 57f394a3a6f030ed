import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { api, queryClient, sessionEnd } from "../../api.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Lines } from "../../ui/pages/loaded.tsx";

const SignInAgain = lazy(async () => ({
  default: (await import("./sign-in-again.tsx")).SignInAgain,
}));

/** Asks the admin to sign in again over the page, so that unsaved input is kept. */
export function SessionEnded() {
  const { data: isEnded } = useQuery(sessionEnd);
  const me = queryClient.getQueryData(api.me.queryKey());
  if (me === undefined) return null;
  return (
    <Dialog
      opened={isEnded === true}
      onClose={() => undefined}
      title="Your session has ended"
      withCloseButton={false}
      closeOnEscape={false}
      // So that no one else can read the page until the admin is back.
      overlayProps={{ blur: 16, backgroundOpacity: 0.7 }}
      zIndex={400}
    >
      <Suspense fallback={<Lines />}>{isEnded && <SignInAgain email={me.email} />}</Suspense>
    </Dialog>
  );
}

/**
 * Keeps Esc from the forms below the dialog, which would ask whether to discard what was typed. Call it before any dialog is
 * shown: each listens to the window too, and the first listener is called first.
 */
export function keepEscape(): void {
  window.addEventListener("keydown", holdEscape, { capture: true });
}

function holdEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || !queryClient.getQueryData(sessionEnd.queryKey)) return;
  event.stopImmediatePropagation();
}
