import { useEffect, useRef } from "react";
import classes from "./command-palette.module.css";
import type { Destination } from "./destinations.ts";

interface DestinationListProps {
  readonly id: string;
  readonly groups: readonly {
    readonly label: string;
    readonly destinations: readonly Destination[];
  }[];
  /** Index of the destination that Enter opens. */
  readonly chosen: number;
  readonly onGo: (destination: Destination) => void;
}

/** The palette's results as a list box. The focus stays in the input. */
export function DestinationList({ id, groups, chosen, onGo }: DestinationListProps) {
  const order = groups.flatMap(({ destinations }) => destinations);
  return (
    <div role="listbox" id={id} aria-label="Pages, actions and records" className={classes.options}>
      {groups.map(({ label, destinations }) => (
        // biome-ignore lint/a11y/useSemanticElements: the options of a list box are grouped by this role
        <div key={label} role="group" aria-label={label}>
          <div className={classes.group} aria-hidden>
            {label}
          </div>
          {destinations.map((destination) => {
            const at = order.indexOf(destination);
            return (
              <Option
                key={`${destination.to} ${destination.label}`}
                id={`${id}-${at}`}
                destination={destination}
                isChosen={at === chosen}
                onGo={onGo}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly destination: Destination;
  readonly isChosen: boolean;
  readonly onGo: (destination: Destination) => void;
}

function Option({ id, destination, isChosen, onGo }: OptionProps) {
  const { label, detail, icon: Icon } = destination;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys
    <div
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes.option}
      onClick={() => onGo(destination)}
    >
      <Icon size={18} stroke={1.7} className={classes.icon} aria-hidden />
      <span className={classes.label}>{label}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </div>
  );
}
