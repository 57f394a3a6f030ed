import { Page } from "../../ui/page.tsx";

export function Schema() {
  return <Page title="Schema">{null}</Page>;
}
