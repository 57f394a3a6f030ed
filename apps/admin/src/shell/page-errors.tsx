import { IconMapOff } from "@tabler/icons-react";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { reloadForCode } from "../missing-code.ts";
import { ButtonLink } from "../ui/links.tsx";
import { Empty } from "../ui/pages/empty.tsx";
import { ErrorNotice } from "../ui/pages/error-notice.tsx";
import { Page } from "../ui/pages/page.tsx";

/** Shown if a page fails to load or to render. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = async () => {
    if (await reloadForCode(error)) return;
    reset();
    void router.invalidate();
  };
  return (
    <Page title="This page could not be shown">
      <ErrorNotice error={error} onRetry={() => void retry()} />
    </Page>
  );
}

/** Shown for an address without a page. */
export function PageMissing() {
  return (
    <Page title="Not found">
      <Empty
        icon={IconMapOff}
        title="This page does not exist"
        action={
          <ButtonLink to="/" variant="default">
            Go to the start page
          </ButtonLink>
        }
      >
        It may have been deleted, or the link is wrong.
      </Empty>
    </Page>
  );
}
