import { ConfigError, readConfig } from "@rapport/service/settings/config";
import { describe, expect, it } from "vitest";

const SECRET_KEY = Buffer.alloc(32).toString("base64");
const ALL = {
  OIDC_ISSUER: "https://login.example.com/acme",
  OIDC_CLIENT_ID: "rapport",
  OIDC_CLIENT_SECRET: "hunter2",
};

describe("the settings of single sign-on", () => {
  const read = (env: Record<string, string>) => readConfig({ SECRET_KEY, ...env }).oidc;

  it("are null by default", () => {
    expect(read({})).toBeNull();
    expect(read({ OIDC_ISSUER: "", OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "" })).toBeNull();
  });

  it("request the email scope by default", () => {
    const settings = {
      issuer: ALL.OIDC_ISSUER,
      clientId: "rapport",
      clientSecret: "hunter2",
      scope: "openid email profile",
    };
    expect(read(ALL)).toEqual(settings);
    expect(read({ ...ALL, OIDC_SCOPE: "openid  email" })?.scope).toBe("openid email");
  });

  it.each(["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"])(
    "accept the loopback provider %s without TLS",
    (issuer) => {
      expect(read({ ...ALL, OIDC_ISSUER: issuer })?.issuer).toBe(`${issuer}/`);
    },
  );

  it.each<[string, Record<string, string>, RegExp]>([
    ["no issuer", { OIDC_ISSUER: "" }, /^OIDC_ISSUER must be set because OIDC_CLIENT_ID is set\.$/],
    [
      "no client",
      { OIDC_CLIENT_ID: "" },
      /^OIDC_CLIENT_ID must be set because OIDC_ISSUER is set\.$/,
    ],
    ["no secret", { OIDC_CLIENT_SECRET: "" }, /^OIDC_CLIENT_SECRET must be set/],
    ["an issuer that is no address", { OIDC_ISSUER: "login" }, /^OIDC_ISSUER must be an address/],
    ["an issuer of another kind", { OIDC_ISSUER: "ftp://a.example" }, /^OIDC_ISSUER must be an/],
    ["an issuer with a query", { OIDC_ISSUER: "https://a.example?x=1" }, /^OIDC_ISSUER must be an/],
    ["http elsewhere", { OIDC_ISSUER: "http://a.example" }, /^OIDC_ISSUER must be https/],
    ["http at a lookalike", { OIDC_ISSUER: "http://127.a.example" }, /^OIDC_ISSUER must be https/],
    ["a scope without openid", { OIDC_SCOPE: "email" }, /^OIDC_SCOPE must be scopes .*openid/],
    ["a scope with a quote", { OIDC_SCOPE: 'openid "x"' }, /^OIDC_SCOPE must be scopes/],
  ])("are refused with %s", (_, change, message) => {
    const wrong = () => read({ ...ALL, ...change });
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(message);
    expect(wrong).not.toThrow(/hunter2|\n/);
  });
});
