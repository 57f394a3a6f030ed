import { Input, VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import { ICONS } from "../../icons.ts";
import classes from "./icon-field.module.css";

interface IconFieldProps {
  readonly value: string;
  readonly onChange: (icon: string) => void;
  readonly error?: React.ReactNode;
}

/** Chooses the icon of an object type. */
export function IconField({ value, onChange, error }: IconFieldProps) {
  const name = useId();
  return (
    <fieldset className={classes.field}>
      <Input.Label component="legend" labelElement="div" p={0}>
        Icon
      </Input.Label>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <div className={classes.icons}>
        {Object.entries(ICONS).map(([icon, Icon]) => (
          <label key={icon} className={classes.icon} title={labelOf(icon)}>
            <input
              type="radio"
              name={name}
              checked={icon === value}
              onChange={() => onChange(icon)}
            />
            <Icon size={18} stroke={1.7} aria-hidden />
            <VisuallyHidden>{labelOf(icon)}</VisuallyHidden>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns `Building store` for `building-store`. */
function labelOf(icon: string): string {
  return `${icon.charAt(0).toUpperCase()}${icon.slice(1).replaceAll("-", " ")}`;
}
