import { Page } from "../../ui/page.tsx";

export function Bin() {
  return <Page title="Bin">{null}</Page>;
}
