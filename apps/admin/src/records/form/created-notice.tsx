import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";

/**
 * Says that a record was created, and leads to it.
 *
 * @param name of the type, such as “Contact”
 * @param open opens the record's page
 */
export function showCreated(name: string, open: () => unknown): void {
  const id = notifications.show({
    color: "teal",
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{name} created</span>
        <Button
          size="compact-sm"
          flex="none"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            open();
          }}
        >
          Open
        </Button>
      </Group>
    ),
  });
}
