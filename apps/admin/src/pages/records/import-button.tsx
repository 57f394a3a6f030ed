import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import classes from "./short-button.module.css";

/** Leads to the import of records of this type. */
export function ImportButton({ type }: { readonly type: string }) {
  const projectId = String(useProjectId());
  if (!useMay("admin")) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconUpload size={16} aria-hidden />}
      classNames={{ root: classes.button ?? "", section: classes.icon ?? "" }}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/p/$projectId/imports/new"
          params={{ projectId }}
          search={{ object: typeNames(type).plural }}
        />
      )}
    >
      <span className={classes.label}>Import</span>
    </Button>
  );
}
