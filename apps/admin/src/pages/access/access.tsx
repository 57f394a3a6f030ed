import { Page } from "../../ui/page.tsx";

export function Access() {
  return <Page title="Access">{null}</Page>;
}
