import { Button, Stack } from "@mantine/core";
import { IconFileImport, IconPlus } from "@tabler/icons-react";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { useMay } from "../../session.ts";
import { useCurrentProject, useProjectId } from "../../shell/use-project.ts";
import { Page } from "../../ui/pages/page.tsx";
import { SidePanel } from "../../ui/pages/side-panel.tsx";
import { Account } from "./account.tsx";
import { AccountForm } from "./account-form.tsx";
import { AddTemplate } from "./add-template.tsx";
import { ImportTemplates } from "./import-templates.tsx";
import { TemplateDetails } from "./template-details.tsx";
import { TemplateFilters } from "./template-filters.tsx";
import { TemplateList } from "./template-list.tsx";
import { useOpened } from "./use-templates.ts";

/** The tenant's message templates, the messaging account and the sync. */
export function Templates() {
  const search = useSearch({ from: "/signed-in/p/$projectId/templates" });
  const navigate = useNavigate({ from: "/p/$projectId/templates" });
  const { show } = useOpened();
  const tenant = useCurrentProject()?.tenantName ?? "the tenant";
  return (
    <Page
      title="Templates"
      lead={`Message templates of ${tenant}, shared by all of its projects. A sync updates their status and category from the messaging platform.`}
      wide
      actions={
        useMay("admin") && (
          <>
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={() => show("import")}
            >
              Import
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show("new")}>
              Add template
            </Button>
          </>
        )
      }
    >
      <Stack gap="lg">
        <Account />
        <div>
          <TemplateFilters
            search={search}
            onChange={(change) =>
              void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false })
            }
          />
          <TemplateList search={search} />
        </div>
      </Stack>
      <Opened />
    </Page>
  );
}

/** The form or details that the URL opens. */
function Opened() {
  const { open, close } = useOpened();
  const mayChange = useMay("admin");
  return (
    <>
      <SidePanel title="Add a template" opened={mayChange && open === "new"} onClose={close}>
        <AddTemplate onClose={close} />
      </SidePanel>
      <SidePanel
        title="Import templates"
        opened={mayChange && open === "import"}
        onClose={close}
        size={640}
      >
        <ImportTemplates onClose={close} />
      </SidePanel>
      <SidePanel title="Messaging account" opened={mayChange && open === "account"} onClose={close}>
        <AccountForm onClose={close} />
      </SidePanel>
      <OpenedTemplate id={typeof open === "number" ? open : undefined} onClose={close} />
    </>
  );
}

interface OpenedTemplateProps {
  readonly id: number | undefined;
  readonly onClose: () => void;
}

function OpenedTemplate({ id, onClose }: OpenedTemplateProps) {
  const projectId = useProjectId();
  const { data } = useQuery(
    api.templates.read.queryOptions(id === undefined ? skipToken : { projectId, id }),
  );
  return (
    <SidePanel title={data?.name ?? "Template"} opened={id !== undefined} onClose={onClose}>
      {id !== undefined && <TemplateDetails id={id} />}
    </SidePanel>
  );
}
