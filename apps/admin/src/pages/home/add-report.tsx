import { Button, Menu } from "@mantine/core";
import { REPORT_NAMES } from "@rapport/model";
import { IconPlus } from "@tabler/icons-react";
import { type Pin, REPORTS } from "../../reports/reports.ts";

interface AddReportProps {
  /** Why no report can be added; undefined if there is room. */
  readonly noRoom: string | undefined;
  readonly onAdd: (pin: Pin) => void;
}

export function AddReport({ noRoom, onAdd }: AddReportProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={noRoom !== undefined}
          title={noRoom}
        >
          Add a report
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {REPORT_NAMES.map((report) => (
          <Menu.Item key={report} onClick={() => onAdd({ report, settings: {} })}>
            {REPORTS[report].title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
