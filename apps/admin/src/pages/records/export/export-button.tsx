import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import classes from "../../../records/short-button.module.css";
import { ExportDialog, type ExportProps } from "./export-dialog.tsx";

/** Exports the records of the table. */
export function ExportButton(props: ExportProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        classNames={{ root: classes.button ?? "", section: classes.icon ?? "" }}
        onClick={() => setIsOpen(true)}
      >
        <span className={classes.label}>Export</span>
      </Button>
      {isOpen && <ExportDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
