import {
  changeMany,
  checkRates,
  choose,
  chooseFile,
  createCredential,
  cutOff,
  deleteFirst,
  endSession,
  leaveUnanswered,
  MENU,
  open,
  openDelivery,
  openFirst,
  openMenu,
  openSwitcher,
  palette,
  prepareImport,
  press,
  type Scene,
  sendTest,
  slip,
  syncTemplates,
} from "./acts.ts";
import { answerLink, answerWith, offerAllWays, signIn } from "./answers.ts";
import { RECORD_STATES } from "./record-states.ts";

export type { Scene };

/** Returns the file name of a scene's pictures. */
export function nameOf({ name, path }: Scene): string {
  return name ?? (path.replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "") || "home");
}

/** Every page of the admin app. */
const PAGES: readonly string[] = [
  "/",
  "/contacts",
  "/companies",
  "/deals",
  "/tickets",
  "/leads",
  "/appointments",
  "/deals/board",
  "/tickets/board",
  ...["created", "funnel", "durations", "outcomes", "forecast", "webhooks", "usage"].map(
    (report) => `/reports/${report}`,
  ),
  "/reports",
  "/search?q=e",
  "/deals?group=stage",
  "/duplicates",
  "/bin",
  "/currencies",
  "/imports",
  "/imports/new",
  "/exports",
  "/schema/contacts",
  "/schema/deals",
  "/schema/deals?part=pipelines",
  "/access/clients",
  "/access/keys",
  "/access/members",
  "/access/admins",
  "/access/sessions",
  "/access/signing-keys",
  "/webhooks",
  "/webhooks/deliveries",
  "/templates",
  "/usage",
  "/usage/requests",
  "/audit",
  "/audit?scope=installation",
  "/nothing-here",
];

const UNREACHABLE = [
  "/",
  "/contacts",
  "/contacts/25",
  "/deals/board",
  "/schema/contacts",
  "/access/clients",
  "/webhooks",
  "/webhooks/deliveries",
  "/templates",
  "/audit",
];

export const SCENES: readonly Scene[] = [
  ...ofSignIn(),
  { name: "start", path: "/", at: "root" },
  { name: "tenants", path: "/tenants", at: "root" },
  {
    name: "tenants-create",
    path: "/tenants",
    at: "root",
    act: press("Create tenant"),
  },
  { name: "switcher", path: "/tenants", at: "root", act: openSwitcher },
  ...ofTenants(),
  ...PAGES.map((path) => ({ path })),
  ...ofRecords(),
  ...ofSchema(),
  ...ofAccess(),
  ...ofPlatform(),
  ...ofShell(),
  // These change what the others show.
  ...RECORD_STATES,
];

function ofSignIn(): readonly Scene[] {
  const signedOut = { path: "/sign-in", at: "root", signedOut: true } as const;
  return [
    { name: "sign-in", ...signedOut },
    { name: "sign-in-fault", ...signedOut, path: "/sign-in?error=sso_failed" },
    { name: "sign-in-ways", ...signedOut, before: offerAllWays },
    { name: "sign-in-wrong", ...signedOut, before: offerAllWays, act: signIn("wrong") },
    { name: "sign-in-locked", ...signedOut, act: signIn("locked") },
    { name: "sign-in-code", ...signedOut, before: offerAllWays, act: signIn("code") },
    ...(["invitation", "strict", "reset", "used", "expired", "unknown"] as const).map((link) => ({
      ...{ ...signedOut, name: `welcome-${link}`, path: "/welcome#none" },
      before: answerLink(link),
      // They differ from `welcome-used` in a sentence.
      pictureOnly: link === "expired" || link === "unknown",
    })),
    {
      name: "set-up-factor",
      path: "/second-factor",
      at: "root",
      before: answerWith("admin.me", (me: object) => ({ ...me, needsFactor: true })),
    },
  ];
}

function ofTenants(): readonly Scene[] {
  const tenants = { path: "/tenants", at: "root", filled: true } as const;
  return [
    { name: "tenant-rename", ...tenants, act: press("Rename Demo") },
    { name: "tenant-delete", ...tenants, act: choose("More actions for Demo", "Delete tenant") },
    { name: "project-create", ...tenants, act: press("Create project in Demo") },
    {
      name: "project-move",
      ...tenants,
      act: choose("More actions for Northwind Studio", "Move to another tenant"),
    },
    {
      name: "project-delete",
      ...tenants,
      act: choose("More actions for Northwind Studio", "Delete project"),
    },
    {
      name: "tenants-none",
      path: "/tenants",
      at: "root",
      before: async (page) => {
        await answerWith("admin.me", (me: object) => ({ ...me, role: null }))(page);
        await answerWith("tenants.list", () => [])(page);
        await answerWith("tenants.deleted", () => [])(page);
      },
    },
  ];
}

function ofRecords(): readonly Scene[] {
  return [
    { path: "/companies/1", filled: true },
    { path: "/contacts/25", filled: true },
    { path: "/contacts/25?history=email", filled: true },
    { path: "/contacts/25?all=true", filled: true },
    { path: "/deals/90", filled: true },
    { path: "/contacts/999999", name: "record-missing" },
    { path: "/contacts?form=new" },
    { name: "discard", path: "/contacts?form=new", act: slip },
    { name: "session-ended", path: "/contacts?form=new", act: endSession },
    { path: "/deals?form=new" },
    { path: "/contacts?form=30", filled: true },
    { path: "/contacts?q=zzzz", filled: true },
    { path: "/contacts?filter=lifecyclestage.in.lead,customer;city.eq.Leeds", filled: true },
    { name: "columns", path: "/contacts", filled: true, act: press("Columns") },
    {
      name: "export",
      path: "/contacts?filter=lifecyclestage.in.lead,customer",
      act: press("Export"),
    },
    { name: "exports-open", path: "/exports", at: "other", filled: true },
    {
      name: "export-cancel",
      path: "/exports",
      at: "other",
      filled: true,
      act: press("Cancel"),
    },
    { name: "filter", path: "/deals", filled: true, act: press("Filter") },
    {
      name: "filter-groups",
      path: "/deals?filter=closeDate.within.next-30-days;amount.gt.5000|stage.in.won,gone",
      filled: true,
    },
    { name: "column-menu", path: "/deals", filled: true, act: press("Column Stage") },
    {
      name: "columns-pinned",
      path: "/deals?columns=closeDate:180:p,amount,stage,associations.company,associations.contact,gone",
      filled: true,
    },
    { name: "view-new", path: "/deals?filter=stage.in.new", act: press("Save as view") },
    { name: "view-missing", path: "/deals?view=vAAAAAAAAAAAA", filled: true },
    {
      name: "board-cards",
      path: "/deals/board?collapsed=lost",
      filled: true,
      act: press("Cards"),
    },
    {
      name: "board-found",
      path: "/deals/board?filter=priority.in.urgent&sort=-amount",
      filled: true,
    },
    { name: "delete-record", path: "/companies", filled: true, act: deleteFirst },
    { name: "edit-property", path: "/deals/90", filled: true, act: press(/^Edit Amount/) },
    { name: "compare", path: "/duplicates", filled: true, act: press(/^Compare/) },
    {
      name: "merge-find",
      path: "/contacts/25",
      filled: true,
      act: choose("More actions", "Merge"),
    },
    {
      name: "merge-selection",
      path: "/contacts",
      filled: true,
      act: async (page) => {
        for (const i of [0, 1, 2, 3])
          await page
            .locator("tbody")
            .getByLabel(/^Select /)
            .nth(i)
            .check();
        await press("Merge")(page);
        await page.getByRole("table", { name: "Comparison" }).waitFor();
      },
    },
    {
      name: "selection",
      path: "/contacts",
      filled: true,
      act: async (page) => {
        for (const i of [0, 1])
          await page
            .locator("tbody")
            .getByLabel(/^Select /)
            .nth(i)
            .check();
      },
    },
    {
      name: "associate",
      path: "/contacts/25",
      filled: true,
      act: press("Associate a company"),
    },
    { name: "move-card", path: "/deals/board", filled: true, act: press(/to another stage/) },
    { name: "long-contacts", path: "/contacts", at: "other", filled: true },
    { name: "long-board", path: "/deals/board", at: "other", filled: true },
    { name: "long-contact", path: "/contacts", at: "other", filled: true, act: openFirst },
    { name: "long-home", path: "/", at: "other", filled: true },
  ];
}

function ofSchema(): readonly Scene[] {
  return [
    { path: "/schema/contacts?add=property" },
    { path: "/schema/contacts?property=email" },
    { path: "/schema/contacts?property=customer_tier", filled: true },
    {
      name: "close-enumeration",
      path: "/schema/contacts?property=lifecyclestage",
      act: async (page) => {
        for (let i = 0; i < 2; i++) await press("Remove option 1")(page);
        await page.getByRole("switch", { name: "Closed" }).check();
        await page.getByText(/^Records have/).waitFor();
      },
    },
    { path: "/schema/contacts?only=custom" },
    { path: "/schema/deals?part=pipelines&add=pipeline" },
    {
      name: "remove-property",
      path: "/schema/contacts?only=custom",
      filled: true,
      act: press("Remove Customer tier"),
    },
    {
      name: "property-errors",
      path: "/schema/contacts?add=property",
      act: async (page) => {
        await page.getByRole("dialog").getByRole("button", { name: "Add property" }).click();
        await page.locator("[aria-invalid=true]").first().waitFor();
      },
    },
    { path: "/schema/contacts?q=zzzz" },
    { path: "/schema/contacts?part=layout" },
    { path: "/schema/contacts?part=labels" },
    { path: "/schema/contacts?part=labels&add=label" },
    { path: "/schema/contacts?add=type" },
    { path: "/schema/contacts?edit=type" },
    { path: "/schema/contracts", filled: true },
    { name: "remove-type", path: "/schema/contracts", filled: true, act: press("Remove type") },
    {
      name: "option-color",
      path: "/schema/contacts?property=customer_tier",
      filled: true,
      act: press(/^Colour of/),
    },
    { path: "/schema/deals?part=pipelines&pipeline=default&stage=won", name: "stage" },
    {
      name: "add-stage",
      path: "/schema/deals?part=pipelines",
      act: press(/^Add stage to Sales/),
    },
    {
      name: "remove-stage",
      path: "/schema/deals?part=pipelines",
      act: press("Remove Qualified"),
    },
  ];
}

function ofAccess(): readonly Scene[] {
  return [
    { name: "client-create", path: "/access/clients", act: press("Create client") },
    { name: "client", path: "/access/clients", filled: true, act: open("Website forms") },
    { name: "client-disabled", path: "/access/clients", filled: true, act: open("Old importer") },
    {
      name: "client-add-secret",
      path: "/access/clients",
      filled: true,
      act: async (page) => {
        await open("Demo client")(page);
        await press("Add secret")(page);
      },
    },
    {
      name: "client-disable",
      path: "/access/clients",
      filled: true,
      act: async (page) => {
        await open("Demo client")(page);
        await press("Disable client")(page);
      },
    },
    {
      name: "client-created",
      path: "/access/clients",
      act: createCredential("Create client", "Shop"),
    },
    { name: "key-create", path: "/access/keys", act: press("Create key") },
    { name: "key-created", path: "/access/keys", act: createCredential("Create key", "Reports") },
    { name: "agent-connect", path: "/access/keys", act: press("Connect an agent") },
    {
      name: "agent-connected",
      path: "/access/keys",
      act: createCredential("Connect an agent", "Assistant", "Create key"),
    },
    {
      name: "key-disable",
      path: "/access/keys",
      filled: true,
      act: async (page) => {
        await open("Demo key")(page);
        await press("Disable key")(page);
      },
    },
    { name: "key", path: "/access/keys", filled: true, act: open("Demo key") },
    {
      name: "key-edit",
      path: "/access/keys",
      filled: true,
      act: async (page) => {
        await open("Demo key")(page);
        await press("Edit")(page);
      },
    },
    {
      name: "key-rotate",
      path: "/access/keys",
      filled: true,
      act: async (page) => {
        await open("Demo key")(page);
        await press("Rotate key")(page);
      },
    },
    {
      name: "second-factor",
      path: "/access/admins",
      act: async (page) => {
        await openMenu(page);
        await choose(MENU, "Second factor")(page);
        await page.getByRole("dialog", { name: "Second factor" }).waitFor();
      },
    },
    { name: "factor-rule", path: "/access/admins", act: press("Require a second factor") },
    { name: "admin-invite", path: "/access/admins", act: press("Invite admin") },
    {
      name: "admin-invited",
      path: "/access/admins",
      act: async (page) => {
        await press("Invite admin")(page);
        const email = `someone.${Date.now()}@northwind.example`;
        await page.getByLabel("Email").fill(email);
        await page.keyboard.press("Enter");
        await page.getByText("I have copied it").waitFor();
      },
    },
    {
      name: "admin-known",
      path: "/access/admins",
      filled: true,
      act: async (page) => {
        await press("Invite admin")(page);
        await page.getByLabel("Email").fill("ada@northwind.example");
        await page.keyboard.press("Enter");
        await page.getByText("already exists").waitFor();
      },
    },
    {
      name: "admin-reset",
      path: "/access/admins",
      filled: true,
      act: choose(/^Actions for owner/, "Reset password"),
    },
    {
      name: "admin-disable",
      path: "/access/admins",
      filled: true,
      act: choose(/^Actions for owner/, "Disable"),
    },
    {
      name: "admin-revoke",
      path: "/access/admins",
      filled: true,
      act: choose(/^Actions for grace/, "Revoke invitation"),
    },
    {
      name: "admin-role",
      path: "/access/admins",
      act: choose(/^Actions for/, "Change role"),
    },
    { name: "member-add", path: "/access/members", act: press("Add member") },
    {
      name: "member-role",
      path: "/access/members",
      filled: true,
      act: choose(/^Actions for/, "Change role"),
    },
    {
      name: "member-revoke",
      path: "/access/members",
      filled: true,
      act: choose(/^Actions for/, "Revoke invitation"),
    },
    { name: "signing-key-rotate", path: "/access/signing-keys", act: press("Rotate key") },
  ];
}

function ofPlatform(): readonly Scene[] {
  return [
    { path: "/webhooks?open=new" },
    { path: "/webhooks?open=1", filled: true },
    {
      name: "endpoint-menu",
      path: "/webhooks",
      filled: true,
      act: press(/^Actions for the endpoint/),
    },
    {
      name: "endpoint-delete",
      path: "/webhooks",
      filled: true,
      act: choose(/^Actions for the endpoint/, "Delete"),
    },
    {
      name: "endpoint-secret",
      path: "/webhooks",
      filled: true,
      act: async (page) => {
        await choose(/^Actions for the endpoint/, "Rotate secret")(page);
        await page
          .getByRole("dialog")
          .getByRole("button", { name: /^Rotate/ })
          .click();
        await page.getByText("I have copied it").waitFor();
      },
    },
    {
      name: "endpoint-rotate",
      path: "/webhooks",
      filled: true,
      act: choose(/^Actions for the endpoint/, "Rotate secret"),
    },
    { name: "endpoint-test", path: "/webhooks", filled: true, act: sendTest },
    { path: "/webhooks/deliveries?status=failed" },
    {
      name: "deliveries-replay",
      path: "/webhooks/deliveries?status=retrying",
      filled: true,
      act: press("Replay all retrying"),
    },
    ...(["good", "bad"] as const).map((end) => ({
      name: `delivery-${end}`,
      path: `/webhooks/deliveries?status=${end === "good" ? "delivered" : "pending"}`,
      filled: true as const,
      act: openDelivery,
    })),
    ...(
      ["columns", "property", "options", "check", "updates", "result", "undo", "undone"] as const
    ).map((step) => ({
      name: `import-${step}`,
      path: "/imports/new",
      act: prepareImport(step),
    })),
    {
      name: "import-wrong-file",
      path: "/imports/new",
      act: async (page) => {
        await chooseFile(page, "PK\x03\x04");
        await page.getByRole("alert").waitFor();
      },
    },
    ...(["all", "edit", "preview", "delete", "associate", "result", "page"] as const).map(
      (step) => ({
        name: `change-${step}`,
        path: "/contacts?filter=city.known",
        filled: true as const,
        act: changeMany(step),
      }),
    ),
    { name: "change-move", path: "/deals", filled: true, act: changeMany("move") },
    // After the scenes before, which leave some.
    { path: "/changes" },
    { name: "imports-list", path: "/imports" },
    { path: "/templates?open=new" },
    { path: "/templates?open=import" },
    { path: "/templates?open=account" },
    { path: "/templates?open=1", filled: true },
    { name: "templates-sync", path: "/templates", act: syncTemplates },
    { name: "templates-none", path: "/templates?name=zzz", filled: true },
    { name: "audit-entry", path: "/audit", filled: true, act: press("Details") },
    { name: "currencies-choose", path: "/currencies", act: press(/reporting currency|^Change$/) },
    { path: "/currencies", name: "currencies-rates", at: "other", filled: true },
    {
      name: "currencies-rates-of",
      path: "/currencies",
      at: "other",
      filled: true,
      act: press(/^Rates of USD/),
    },
    { name: "rate-add", path: "/currencies", at: "other", filled: true, act: press("Add rate") },
    { name: "rates-import", path: "/currencies", at: "other", filled: true, act: checkRates },
    {
      name: "import-checking",
      path: "/imports/new",
      at: "other",
      filled: true,
      act: prepareImport("checking"),
    },
    { name: "import-leave", path: "/imports/new", act: prepareImport("leave") },
    {
      name: "bin-selection",
      path: "/bin",
      filled: true,
      act: async (page) => {
        await page
          .getByLabel(/^Select (?!all)/)
          .first()
          .check();
      },
    },
    { path: "/usage/requests?outcome=failed" },
    { name: "audit-none", path: "/audit?actor=key:999" },
  ];
}

function ofShell(): readonly Scene[] {
  return [
    { name: "palette", path: "/", act: palette("") },
    { name: "palette-found", path: "/", filled: true, act: palette("am") },
    { name: "palette-nothing", path: "/", act: palette("zzzz") },
    { name: "menu", path: "/", act: openMenu },
    {
      name: "account",
      path: "/",
      act: async (page) => {
        await openMenu(page);
        await press(MENU)(page);
        await page.getByRole("menuitem", { name: "Change password" }).waitFor();
      },
    },
    {
      name: "password",
      path: "/",
      act: async (page) => {
        await openMenu(page);
        await page.getByRole("button", { name: MENU }).click();
        await page.getByRole("menuitem", { name: "Change password" }).click();
        await page.getByLabel("Current password").waitFor();
      },
    },
    ...UNREACHABLE.map((path) => ({
      name: `unreachable${path === "/" ? "-home" : path.replaceAll("/", "-")}`,
      path: "/bin",
      act: leaveUnanswered(path),
      // They show one notice; `e2e/everywhere` proves that each page shows it.
      pictureOnly: path !== "/" && path !== "/contacts/25",
    })),
    {
      name: "unreachable-at-all",
      path: "/",
      before: cutOff,
    },
  ];
}
