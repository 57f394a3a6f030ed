import { Button } from "@mantine/core";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useMay } from "../../session.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { SidePanel } from "../../ui/pages/side-panel.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { CreateEndpoint, EditEndpoint } from "./endpoint-forms.tsx";
import classes from "./endpoints.module.css";
import { type NewSecret, ShowSecret } from "./show-secret.tsx";
import { type Endpoint, useEndpoints } from "./use-endpoints.ts";
import { WebhooksPage } from "./webhooks-page.tsx";

/** The list of webhook endpoints. */
export function Endpoints() {
  const endpoints = useEndpoints();
  const { open } = useSearch({ from: "/signed-in/p/$projectId/webhooks" });
  const navigate = useNavigate({ from: "/p/$projectId/webhooks" });
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const mayChange = useMay("admin");
  const show = (open: Endpoint["id"] | "new") => void navigate({ search: { open } });
  const close = () => void navigate({ search: {} });
  const create = mayChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show("new")}>
      Create endpoint
    </Button>
  );
  const edited = mayChange ? endpoints.data?.find(({ id }) => id === open) : undefined;
  return (
    <WebhooksPage
      title="Webhooks"
      lead="Rapport sends a signed request to these addresses when something changes."
      actions={create}
    >
      <Loaded query={endpoints}>
        {(all) =>
          all.length === 0 ? (
            <NoEndpoints action={create} />
          ) : (
            <ul className={classes.list}>
              {all.map((one) => (
                <EndpointCard
                  key={one.id}
                  endpoint={one}
                  onEdit={() => show(one.id)}
                  onSecret={setSecret}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <SidePanel title="Create an endpoint" opened={mayChange && open === "new"} onClose={close}>
        <CreateEndpoint onClose={close} onSecret={setSecret} />
      </SidePanel>
      <SidePanel title="Edit the endpoint" opened={edited !== undefined} onClose={close}>
        {edited && <EditEndpoint endpoint={edited} onClose={close} />}
      </SidePanel>
      <ShowSecret secret={secret} onClose={() => setSecret(null)} />
    </WebhooksPage>
  );
}

function NoEndpoints({ action }: { readonly action: ReactNode }) {
  return (
    <Empty icon={IconWebhook} title="No endpoints yet" action={action}>
      {action
        ? "Create one with the address of your program and the events that it receives."
        : "An admin can create one with the address of a program and the events that it receives."}
    </Empty>
  );
}
