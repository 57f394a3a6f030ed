import { Badge } from "@mantine/core";

/** Marks the row that is about the admin who looks. */
export function Own({ children }: { readonly children: string }) {
  return (
    <Badge variant="default" tt="none" fw={500} size="sm" ml={4} miw="max-content">
      {children}
    </Badge>
  );
}
