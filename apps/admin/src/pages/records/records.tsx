import { useParams } from "@tanstack/react-router";
import { TYPES, typeOfPlural } from "../../object-types.ts";
import { Page } from "../../ui/page.tsx";

export function Records() {
  const { plural } = useParams({ from: "/signed-in/p/$projectId/$plural/" });
  const type = typeOfPlural(plural) ?? "contact";
  return (
    <Page title={TYPES[type].label} wide>
      {null}
    </Page>
  );
}
