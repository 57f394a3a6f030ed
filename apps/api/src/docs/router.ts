import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Router } from "express";

/** Folder of the library that renders the API reference. Served from here, so that no other host is involved. */
const SCRIPT = createRequire(import.meta.url)
  .resolve("@scalar/api-reference")
  .replace(/index\.js$/, "");

/** Serves the OpenAPI documents and the reference page. */
export function docsRouter(documents: Readonly<Record<string, object>>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [name, document] of Object.entries(documents)) {
    const text = JSON.stringify(document, null, 2);
    router.get(`/openapi/${name}.json`, (_req, res) => {
      res.locals.route = `/openapi/${name}.json`;
      res.type("application/json").send(text);
    });
  }
  let script: Buffer | undefined;
  router.get("/docs/reference.js", (_req, res) => {
    res.locals.route = "/docs/reference.js";
    script ??= readFileSync(`${SCRIPT}browser/standalone.js`);
    res.set("Cache-Control", "public, max-age=3600").type("text/javascript").send(script);
  });
  router.get("/docs", (_req, res) => {
    res.locals.route = "/docs";
    res
      .set("Content-Security-Policy", CSP)
      .type("html")
      .send(page(Object.keys(documents)));
  });
  return router;
}

/** The page loads nothing from other hosts and sends nothing to them. */
const CSP =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

function page(names: readonly string[]): string {
  const sources = names.map((name) => ({
    title: TITLES[name] ?? name,
    slug: name,
    url: `/openapi/${name}.json`,
  }));
  const settings = JSON.stringify({
    sources,
    withDefaultFonts: false,
    orderSchemaPropertiesBy: "preserve",
    orderRequiredPropertiesFirst: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Rapport API reference</title>
</head>
<body>
<div id="reference"></div>
<script src="/docs/reference.js"></script>
<script>
const settings = ${settings};
${SAME_ORIGIN}
Scalar.createApiReference("#reference", settings);
</script>
</body>
</html>
`;
}

/**
 * Sends requests made on the page to the page's own origin. The documents name PUBLIC_URL, but a browser may have
 * opened another address (localhost, a private one), and the CSP allows only the page's own origin.
 */
const SAME_ORIGIN = `
settings.servers = [{ url: location.origin }];
settings.authentication = {
  securitySchemes: {
    oauth2: { flows: { clientCredentials: { tokenUrl: location.origin + "/oauth2/token" } } },
  },
};`;

const TITLES: Readonly<Record<string, string>> = {
  public: "Public Object API",
  workspace: "Workspace API",
};
