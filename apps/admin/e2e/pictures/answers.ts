import type { Page } from "playwright-core";

/** Answers of the server that a scene would bring about only with much before it. */

const json = (status: number, body: unknown) => ({
  status,
  contentType: "application/json",
  body: JSON.stringify(body),
});

const refused = (status: number, message: string, code?: string, more: object = {}) =>
  json(status, {
    message,
    issues: code === undefined ? [] : [{ path: "", code, message, ...more }],
  });

/** Answers the sign-in page that there are passkeys and single sign-on. */
export const offerAllWays = (page: Page) =>
  page.route("**/session/methods", (route) =>
    route.fulfill(
      json(200, {
        ...{ isNew: false, password: true, passkey: true },
        oidc: { label: "accounts.northwind.example" },
      }),
    ),
  );

const SIGN_INS = {
  wrong: refused(401, "The email or the password is wrong."),
  locked: refused(429, "Too many sign-in attempts. Try again in 15 minutes."),
  code: refused(401, "Enter a code.", "second_factor_required", { ways: ["app", "passkey"] }),
};

/** Sends a password that is answered in one way. */
export const signIn = (answer: keyof typeof SIGN_INS) => async (page: Page) => {
  await page.route("**/session", (route) => route.fulfill(SIGN_INS[answer]));
  await page.getByRole("textbox", { name: "Email" }).fill("ada@northwind.example");
  await page.getByRole("textbox", { name: "Password" }).fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page
    .getByRole("alert")
    .or(page.getByRole("textbox", { name: "Code" }))
    .first()
    .waitFor();
};

const VIEW = {
  ...{ kind: "invitation", email: "ada@northwind.example", by: "grace.hopper@northwind.example" },
  ...{ role: null, tenants: [{ name: "Northwind", role: "admin" }], needsFactor: false },
  ...{ expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(), passkey: true },
};
const ASK = "Ask the person who sent it for a new one.";

const LINKS = {
  invitation: json(200, VIEW),
  strict: json(200, { ...VIEW, role: "read-only", needsFactor: true }),
  reset: json(200, { ...VIEW, kind: "password" }),
  used: refused(
    410,
    "This link was already used. Sign in with the password or the passkey that was set.",
    "link_used",
  ),
  expired: refused(410, `This link has expired. ${ASK}`, "link_expired"),
  unknown: refused(404, `This link is not complete, or is more than 90 days old. ${ASK}`),
};

/** Answers what a link is for. */
export const answerLink = (link: keyof typeof LINKS) => (page: Page) =>
  page.route("**/session/link/read", (route) => route.fulfill(LINKS[link]));

/** Changes the answer of a procedure that the page asks for. */
export const answerWith =
  (procedure: string, change: (data: never) => unknown) => async (page: Page) => {
    await page.route(`**/trpc/**${procedure}*`, async (route) => {
      const answer = await route.fetch();
      const names = new URL(route.request().url()).pathname.replace(/^\/trpc\//, "").split(",");
      const parts = [await answer.json()].flat();
      for (const [i, name] of names.entries()) {
        if (name.endsWith(procedure)) parts[i].result.data = change(parts[i].result.data as never);
      }
      await route.fulfill({ response: answer, json: parts });
    });
  };
