import { Code, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../shell/use-project.ts";
import { Form } from "../../ui/forms/form.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";

interface AccountFormProps {
  readonly onClose: () => void;
}

/** The form that sets or replaces the account and its token. A stored token is never shown. */
export function AccountForm({ onClose }: AccountFormProps) {
  const account = useQuery(useProject().templates.account.read.queryOptions());
  return (
    <Loaded query={account}>
      {(account) => <Fields wabaId={account?.wabaId ?? ""} onClose={onClose} />}
    </Loaded>
  );
}

function Fields({ wabaId, onClose }: AccountFormProps & { readonly wabaId: string }) {
  return (
    <Form
      action={wabaId === "" ? "Set account" : "Replace account"}
      initial={{ wabaId, accessToken: "" }}
      fields={[
        <Text key="lead" c="dimmed">
          All projects of the tenant use this account. You can also set it on the command line with{" "}
          <Code className="unbroken">rapport messaging set</Code>.
        </Text>,
        {
          name: "wabaId",
          label: "WhatsApp Business account id",
          help: "In Meta’s business settings, under Accounts.",
          required: "Enter an id.",
          input: { inputMode: "numeric" },
        },
        {
          name: "accessToken",
          kind: "password",
          label: "Access token",
          help: "From a system user in Meta with the permission whatsapp_business_management. Stored encrypted and never shown again.",
          required: "Paste the access token.",
          isFirst: wabaId !== "",
          input: {
            // "off" alone does not keep browsers from filling in the admin's own password.
            autoComplete: "new-password",
            visibilityToggleButtonProps: { "aria-label": "Show the token" },
          },
        },
      ]}
      validate={{
        wabaId: (id) => (/^[0-9]{1,32}$/.test(id.trim()) ? null : "Enter digits only."),
      }}
      of={useProject().templates.account.set}
      input={({ wabaId, accessToken }) => ({ wabaId, accessToken: accessToken.trim() })}
      done="Account saved. Sync now to check the token."
      onClose={onClose}
    />
  );
}
