import { ActionIcon, Menu } from "@mantine/core";
import { COLORS, type Color } from "@rapport/model";
import { colorName, Dot } from "../../ui/values/chip.tsx";

interface ColorMenuProps {
  /** What has the colour, such as “option 1”. */
  readonly of: string;
  readonly color: Color;
  readonly onChoose: (color: Color) => void;
}

/** A button with a colour, which opens the list of all. */
export function ColorMenu({ of, color, onChoose }: ColorMenuProps) {
  return (
    <Menu position="bottom-start" shadow="md" width={150}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Colour of ${of}: ${colorName(color)}`}
          title="Colour"
        >
          <Dot color={color} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {COLORS.map((one) => (
          <Menu.Item
            key={one}
            leftSection={<Dot color={one} />}
            aria-current={one === color || undefined}
            fw={one === color ? 600 : undefined}
            onClick={() => onChoose(one)}
          >
            {colorName(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
