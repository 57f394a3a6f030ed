import { Button } from "@mantine/core";
import type { ReportName } from "@rapport/model";
import { IconPin, IconPinnedOff } from "@tabler/icons-react";
import type { Settings } from "../../reports/figure.ts";
import type { Pin } from "../../reports/reports.ts";
import { isSame } from "../../reports/settings.ts";
import { usePins } from "../../reports/use-pins.ts";

interface PinButtonProps {
  readonly report: ReportName;
  readonly settings: Settings;
}

/** Puts the report on the admin's Home page as it is now, or takes it off again. */
export function PinButton({ report, settings }: PinButtonProps) {
  const { query, setPins, noRoom } = usePins();
  const pins = query.data ?? [];
  const others = pins.filter((pin) => pin.report !== report || !isSame(pin.settings, settings));
  const isPinned = others.length < pins.length;
  const own: Pin = { report, settings: settings as Pin["settings"] };
  const obstacle = isPinned ? undefined : noRoom;
  const Icon = isPinned ? IconPinnedOff : IconPin;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      disabled={query.data === undefined || obstacle !== undefined}
      title={obstacle}
      onClick={() => setPins(isPinned ? others : [...pins, own])}
    >
      {isPinned ? "Remove from Home" : "Pin to Home"}
    </Button>
  );
}
