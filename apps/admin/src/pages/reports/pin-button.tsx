import { Button } from "@mantine/core";
import type { ReportName } from "@rapport/model";
import { IconPin, IconPinnedOff } from "@tabler/icons-react";
import type { Settings } from "../../reports/figure.ts";
import type { Pin } from "../../reports/reports.ts";
import { isSame } from "../../reports/settings.ts";
import { usePins } from "../../reports/use-pins.ts";

/** As many as the server takes. */
const MAX_PINS = 12;

interface PinButtonProps {
  readonly report: ReportName;
  readonly settings: Settings;
}

/** Puts the report on the admin's Home page as it is now, or takes it off again. */
export function PinButton({ report, settings }: PinButtonProps) {
  const { query, setPins } = usePins();
  const pins = query.data ?? [];
  const others = pins.filter((pin) => pin.report !== report || !isSame(pin.settings, settings));
  const isPinned = others.length < pins.length;
  const own: Pin = { report, settings: settings as Pin["settings"] };
  const isFull = !isPinned && pins.length >= MAX_PINS;
  const Icon = isPinned ? IconPinnedOff : IconPin;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      disabled={query.data === undefined || isFull}
      title={isFull ? `Home has room for ${MAX_PINS} reports. Remove one first.` : undefined}
      onClick={() => setPins(isPinned ? others : [...pins, own])}
    >
      {isPinned ? "Remove from Home" : "Pin to Home"}
    </Button>
  );
}
