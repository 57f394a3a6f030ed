import { Page } from "../../ui/page.tsx";

export function Templates() {
  return <Page title="Templates">{null}</Page>;
}
