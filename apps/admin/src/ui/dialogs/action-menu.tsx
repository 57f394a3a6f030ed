import { ActionIcon, type ActionIconProps, Menu } from "@mantine/core";
import { IconDots, type IconProps } from "@tabler/icons-react";
import { type ComponentType, Fragment, type ReactNode, useRef, useState } from "react";

/** An action of a menu. It does something, or opens a dialog. */
interface MenuAction {
  readonly label: string;
  readonly icon?: ComponentType<IconProps>;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly run?: () => void;
  /** The dialog that it opens. */
  readonly opens?: (onClose: () => void) => ReactNode;
}

interface ActionMenuProps extends Pick<ActionIconProps, "variant" | "size" | "loading"> {
  /** Name of the button for screen readers. */
  readonly label: string;
  readonly actions: readonly (MenuAction | "divider" | false)[];
  readonly width?: number;
  readonly iconSize?: number;
}

/** A menu of actions, and the dialog that one of them has opened. */
export function ActionMenu({ label, actions, width, iconSize = 18, ...button }: ActionMenuProps) {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const all = actions.filter((one) => one !== false && one !== "divider");
  const choose = ({ label, run, opens }: MenuAction) => {
    // A dialog returns the focus to the element that had it, which must not be an item of a closed menu.
    target.current?.focus();
    if (opens) setOpened(label);
    run?.();
  };
  return (
    <>
      <Menu position="bottom-end" {...(width !== undefined && { width })}>
        <Menu.Target>
          <ActionIcon ref={target} variant="subtle" color="gray" aria-label={label} {...button}>
            <IconDots size={iconSize} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((one) => {
            if (one === false) return null;
            if (one === "divider") return <Menu.Divider key={one} />;
            const { icon: Icon, isDanger, isDisabled = false } = one;
            return (
              <Menu.Item
                key={one.label}
                {...(isDanger && { color: "red" })}
                {...(Icon && { leftSection: <Icon size={16} aria-hidden /> })}
                disabled={isDisabled}
                onClick={() => choose(one)}
              >
                {one.label}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <Fragment key={opened}>
        {all.find((one) => one.label === opened)?.opens?.(() => setOpened(null))}
      </Fragment>
    </>
  );
}
