import { MantineThemeProvider } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { api, queryClient } from "../../api.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Lines } from "../../ui/pages/loaded.tsx";

const SetUpQuestion = lazy(async () => ({
  default: (await import("./set-up-question.tsx")).SetUpQuestion,
}));

/** Asks for a second factor over an open page once owners require one, so that unsaved input is kept. */
export function FactorNeeded() {
  // Fetched by the route of the page, and again once the server has refused something.
  const { data: me } = useQuery({ ...api.me.queryOptions(), enabled: false });
  const isOnPage = useRouterState({ select: ({ location }) => location.pathname === PAGE });
  const [isSettingUp, setSettingUp] = useState(false);
  // The factor counts before its recovery codes are copied, so an open step stays.
  const isAsked = isSettingUp || (me?.needsFactor === true && !isOnPage);
  return (
    <Dialog
      opened={isAsked}
      onClose={() => undefined}
      title="Set up a second factor"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={Z_INDEX}
    >
      <MantineThemeProvider theme={DIALOGS_ABOVE}>
        <Suspense fallback={<Lines />}>
          {isAsked && (
            <SetUpQuestion
              onStep={setSettingUp}
              onDone={() => void queryClient.invalidateQueries()}
            />
          )}
        </Suspense>
      </MantineThemeProvider>
    </Dialog>
  );
}

const PAGE = "/second-factor";
/** Above every form of the page, also one that opens later. */
const Z_INDEX = 300;
/** The steps are dialogs too, and open above the question. */
const DIALOGS_ABOVE = { components: { Modal: { defaultProps: { zIndex: Z_INDEX } } } };
