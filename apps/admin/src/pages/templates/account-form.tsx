import { Code, PasswordInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { FormActions } from "../../ui/forms/form-actions.tsx";
import { PanelForm } from "../../ui/forms/panel-form.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { INVALIDATED_BY_TEMPLATES } from "./use-templates.ts";

interface AccountFormProps {
  readonly onClose: () => void;
}

/** The form that sets or replaces the account and its token. A stored token is never shown. */
export function AccountForm({ onClose }: AccountFormProps) {
  const projectId = useProjectId();
  const account = useQuery(api.templates.account.read.queryOptions({ projectId }));
  return (
    <Loaded query={account}>
      {(account) => <Fields wabaId={account?.wabaId ?? ""} onClose={onClose} />}
    </Loaded>
  );
}

function Fields({ wabaId, onClose }: AccountFormProps & { readonly wabaId: string }) {
  const projectId = useProjectId();
  const set = useChange(api.templates.account.set.mutationOptions(), {
    invalidates: INVALIDATED_BY_TEMPLATES,
    done: "Account saved. Sync now to check the token.",
    showsError: true,
    onDone: onClose,
  });
  const form = useForm({
    initialValues: { wabaId, accessToken: "" },
    validate: {
      wabaId: (id) => (/^[0-9]{1,32}$/.test(id.trim()) ? null : "Enter digits only."),
      accessToken: (token) => (token.trim() === "" ? "Paste the access token." : null),
    },
  });
  return (
    <PanelForm
      isChanged={form.isDirty() && !set.isPending}
      autoComplete="off"
      onSubmit={form.onSubmit((values) =>
        set.mutate({
          projectId,
          wabaId: values.wabaId.trim(),
          accessToken: values.accessToken.trim(),
        }),
      )}
      actions={
        <FormActions
          action={wabaId === "" ? "Set account" : "Replace account"}
          isPending={set.isPending}
          onCancel={onClose}
        />
      }
    >
      <Text c="dimmed">
        All projects of the tenant use this account. You can also set it on the command line with{" "}
        <Code>rapport messaging set</Code>.
      </Text>
      <TextInput
        label="WhatsApp Business account id"
        description="In Meta’s business settings, under Accounts."
        data-autofocus={wabaId === "" ? true : undefined}
        required
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps("wabaId")}
      />
      <PasswordInput
        label="Access token"
        description="From a system user in Meta with the permission whatsapp_business_management. Stored encrypted and never shown again."
        data-autofocus={wabaId === "" ? undefined : true}
        required
        // "off" alone does not keep browsers from filling in the admin's own password.
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": "Show the token" }}
        {...form.getInputProps("accessToken")}
      />
      {set.error ? <ErrorNotice error={set.error} /> : null}
    </PanelForm>
  );
}
