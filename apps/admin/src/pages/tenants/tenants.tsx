import { Page } from "../../ui/page.tsx";

export function Tenants() {
  return <Page title="Tenants">{null}</Page>;
}
