import { Page } from "../../ui/page.tsx";

export function Record() {
  return <Page title="Record">{null}</Page>;
}
