import { Page } from "../../ui/page.tsx";

export function Delivery() {
  return <Page title="Delivery">{null}</Page>;
}
