import { Button, Divider, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { createPasskey, hasPasskeySupport, type PasskeyOptions } from "../../passkeys.ts";
import { postSession, ROLE_LABELS, type Role, SignInRefused, signIn } from "../../session.ts";
import { AnchorLink, ButtonLink } from "../../ui/links.tsx";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PasskeyButton } from "./sign-in-buttons.tsx";
import { SignedOutPage } from "./signed-out-page.tsx";

/** The page of a link with which an admin joins, or sets another password. */
export function Welcome() {
  const token = useLocation({ select: ({ hash }) => hash });
  const opened = useQuery(openLink(token));
  const isInvitation = opened.data?.kind === "invitation";
  const { error } = opened;
  const isUsed = error instanceof SignInRefused && error.code === "link_used";
  return (
    <SignedOutPage name="Welcome" title={pageTitle(opened.data, error)}>
      {error && (
        <>
          <ErrorNotice
            error={error}
            {...(error instanceof SignInRefused ? {} : { onRetry: () => opened.refetch() })}
          />
          <ButtonLink variant={isUsed ? "filled" : "default"} fullWidth to="/sign-in">
            Go to the sign-in
          </ButtonLink>
        </>
      )}
      {opened.data && (
        <>
          {isInvitation ? <Invitation view={opened.data} /> : <Reset view={opened.data} />}
          <SetPassword token={token} view={opened.data} />
          {offersPasskey(opened.data) && <SetPasskey token={token} view={opened.data} />}
          {!isInvitation && (
            <Text c="dimmed" ta="center">
              <AnchorLink inherit to="/sign-in">
                Go to the sign-in
              </AnchorLink>
            </Text>
          )}
        </>
      )}
    </SignedOutPage>
  );
}

function pageTitle(view: LinkView | undefined, error: unknown): string {
  if (error) return "This link does not work";
  if (view === undefined) return "Opening the link…";
  return view.kind === "invitation" ? "Join Rapport" : "Set a new password";
}

/** Who invited the admin to what. */
function Invitation({ view }: ViewProps) {
  const { by, role, tenants, expiresAt, needsFactor } = view;
  const hasPasskey = offersPasskey(view);
  return (
    <Stack gap="xs">
      <Text>
        {by === null ? "You are invited" : <b style={{ overflowWrap: "anywhere" }}>{by}</b>}
        {by !== null && " invited you"}
        {role !== null && ` to this installation as ${ROLE_LABELS[role]}`}
        {tenants.map(({ name, role: inTenant }, i) => (
          <span key={name}>
            {(i > 0 || role !== null) && (i === tenants.length - 1 ? " and" : ",")} to <b>{name}</b>{" "}
            as {ROLE_LABELS[inTenant]}
          </span>
        ))}
        .
      </Text>
      <Text c="dimmed">
        Choose a password{hasPasskey && " or a passkey"} to join. The link works once and expires{" "}
        <Moment at={expiresAt} />.
        {needsFactor &&
          ` ${hasPasskey ? "With a password, you" : "You"} then set up a second factor, which owners require.`}
      </Text>
    </Stack>
  );
}

function Reset({ view: { by, expiresAt } }: ViewProps) {
  return (
    <Text c="dimmed">
      {by === null ? "This link was made" : `${by} made this link`} for you. It works once, expires{" "}
      <Moment at={expiresAt} />, and signs you out everywhere else.
    </Text>
  );
}

function offersPasskey(view: LinkView): boolean {
  return view.passkey && hasPasskeySupport();
}

interface ViewProps {
  readonly view: LinkView;
}

/** Sets the password, and signs in with it. An admin who has a second factor is asked for its code. */
function SetPassword({ token, view }: ViewProps & { readonly token: string }) {
  const { email, kind } = view;
  const enter = useMutation({
    mutationFn: signIn,
    onSuccess: () => location.replace("/"),
  });
  const set = useMutation({
    mutationFn: (password: string) => setPasswordByLink(token, password),
    onSuccess: (_, password) => enter.mutate({ email, password }),
  });
  const form = useForm({
    initialValues: { password: "", again: "" },
    validate: {
      password: (value) => (value.length < 12 ? "Use 12 characters or more." : null),
      again: (again, { password }) => (again === password ? null : "The passwords do not match."),
    },
  });
  if (set.isSuccess && enter.isError) {
    return <PasswordForm email={email} attempt={enter} password={set.variables} />;
  }
  const fields = { autoComplete: "new-password", required: true, withAsterisk: false };
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => set.mutate(password))}>
      <Stack>
        <TextInput label="Email" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label={kind === "invitation" ? "Password" : "New password"}
          description="12 characters or more."
          autoFocus
          aria-invalid={form.errors.password !== undefined}
          {...fields}
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label="Password again"
          aria-invalid={form.errors.again !== undefined}
          {...fields}
          {...form.getInputProps("again")}
        />
        {set.error && <ErrorNotice error={set.error} />}
        <Button type="submit" loading={set.isPending || enter.isPending} fullWidth>
          {kind === "invitation" ? "Join" : "Set password"}
        </Button>
      </Stack>
    </form>
  );
}

/** Creates a passkey instead of a password, which signs in at once. */
function SetPasskey({ token, view }: ViewProps & { readonly token: string }) {
  const join = useMutation({
    mutationFn: (_: null) => joinWithPasskey(token),
    onSuccess: () => location.replace("/"),
  });
  return (
    <Stack>
      <Divider label="or" />
      {join.error && <ErrorNotice error={join.error} />}
      <PasskeyButton
        label={view.kind === "invitation" ? "Join with a passkey" : "Set a passkey instead"}
        attempt={join}
      />
      <Text c="dimmed" ta="center">
        Your fingerprint, face or PIN, or a security key, then signs you in.
      </Text>
    </Stack>
  );
}

/** The purpose of a link: to join, or to set a password. */
interface LinkView {
  readonly kind: "invitation" | "password";
  readonly email: string;
  /** Who made it; null for the command line. */
  readonly by: string | null;
  /** The role in the installation; null if there is none. */
  readonly role: Role | null;
  readonly tenants: readonly { readonly name: string; readonly role: Role }[];
  readonly expiresAt: string;
  readonly needsFactor: boolean;
  /** Whether a passkey can be created instead of a password. */
  readonly passkey: boolean;
}

/** Reads what a link is for. The token is in the body, because addresses are logged. */
const openLink = (token: string) =>
  queryOptions({
    queryKey: ["session", "link", token],
    queryFn: () => postSession<LinkView>("/session/link/read", { token }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Sets the password of the admin that a link is for. The link then ends. */
function setPasswordByLink(token: string, password: string): Promise<unknown> {
  return postSession("/session/link", { token, password });
}

/**
 * Creates a passkey of the admin that a link is for, and signs in. The link then ends.
 *
 * @throws Error with a sentence for the admin
 */
async function joinWithPasskey(token: string): Promise<void> {
  const [options, { browserName }] = await Promise.all([
    postSession<PasskeyOptions>("/session/link/passkey", { token }),
    import("../../ui/values/browser-name.ts"),
  ]);
  const response = await createPasskey(options);
  const name = browserName(navigator.userAgent).slice(0, 100);
  await postSession("/session/link", { token, passkey: { name, response } });
}
