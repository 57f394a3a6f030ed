import { Button, Menu } from "@mantine/core";
import { IconCheck, IconStack2 } from "@tabler/icons-react";
import type { Schema } from "../property/use-schema.ts";
import { groupFields } from "./grouping.ts";
import classes from "./short-button.module.css";
import type { Asked } from "./use-records-search.ts";
import { NOTHING } from "./views/view-params.ts";

interface GroupMenuProps {
  readonly schema: Schema;
  readonly asked: Asked;
}

/** Chooses the property by which the table is grouped. */
export function GroupMenu({ schema, asked: { params, change } }: GroupMenuProps) {
  const fields = groupFields(schema);
  if (fields.length === 0) return null;
  const by = fields.find(({ name }) => name === params.group);
  const items = [{ name: NOTHING, label: "None" }, ...fields];
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconStack2 size={16} aria-hidden />}
          classNames={{ root: classes.button ?? "", section: classes.icon ?? "" }}
        >
          <span className={classes.label}>{by === undefined ? "Group" : `By ${by.label}`}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        <Menu.Label>Group by</Menu.Label>
        {items.map(({ name, label }) => {
          const isChosen = name === (by?.name ?? NOTHING);
          return (
            <Menu.Item
              key={name}
              aria-current={isChosen || undefined}
              rightSection={isChosen && <IconCheck size={14} aria-hidden />}
              onClick={() => void change({ group: name })}
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
