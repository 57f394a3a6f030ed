import { Badge } from "@mantine/core";

/** Marks the signed-in admin's own row. */
export function Own({ children }: { readonly children: string }) {
  return (
    <Badge variant="default" tt="none" fw={500} size="sm" ml={4} miw="max-content">
      {children}
    </Badge>
  );
}
