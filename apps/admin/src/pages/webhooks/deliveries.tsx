import { Page } from "../../ui/page.tsx";

export function Deliveries() {
  return <Page title="Deliveries">{null}</Page>;
}
