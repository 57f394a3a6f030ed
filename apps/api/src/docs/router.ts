import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Router } from "express";
import { PAGES } from "./guides.ts";
import { type ReadText, serveStatic } from "./static.ts";

/** Folder of the library that renders the API reference. Served from here, so that no other host is involved. */
const SCRIPT = createRequire(import.meta.url)
  .resolve("@scalar/api-reference")
  .replace(/index\.js$/, "");

/**
 * Serves the OpenAPI documents, the reference page and the guides.
 *
 * @param documents functions that generate the OpenAPI documents, by name. A document is generated when it is first
 *   requested, because that takes a third of the time of a start.
 */
export function docsRouter(documents: Readonly<Record<string, () => Promise<object>>>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const serve = (path: string, headers: Record<string, string>, read: ReadText) =>
    router.get(path, serveStatic(path, headers, read));

  for (const [name, generate] of Object.entries(documents)) {
    serve(`/openapi/${name}.json`, JSON_TYPE, async () => JSON.stringify(await generate()));
  }
  serve("/docs/reference.js", SCRIPT_HEADERS, () => readFileSync(`${SCRIPT}browser/standalone.js`));
  const script = startOf(Object.keys(documents));
  const policy = CSP.replace("$HASH", hash("sha256", script, "base64"));
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  serve("/docs", headers, () => page(script));
  // As plain text, because browsers offer Markdown for download.
  for (const { path, text } of PAGES) serve(path, TEXT_TYPE, text);
  return router;
}

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };
const TEXT_TYPE = { "Content-Type": "text/plain; charset=utf-8" };
const SCRIPT_HEADERS = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": "public, max-age=3600",
};

/** The page loads nothing from other hosts and sends nothing to them. */
const CSP =
  "default-src 'self'; script-src 'self' 'sha256-$HASH'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Returns the script of the page. The policy names its hash, so no other script in the page runs. */
function startOf(names: readonly string[]): string {
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
    hiddenClients: HIDDEN_CLIENTS,
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
  });
  return `
const settings = ${settings};
${SAME_ORIGIN}
Scalar.createApiReference("#reference", settings);
`;
}

function page(script: string): string {
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
<script>${script}</script>
</body>
</html>
`;
}

/** Languages without a client of ours. The page shows curl, and `fetch` for browsers and Node. */
const HIDDEN_CLIENTS: Readonly<Record<string, true | readonly string[]>> = {
  ...Object.fromEntries(
    "c clojure csharp dart fsharp go http java julia kotlin objc ocaml php powershell python r ruby rust swift"
      .split(" ")
      .map((target) => [target, true] as const),
  ),
  js: ["axios", "jquery", "ofetch", "xhr"],
  node: ["axios", "ofetch", "undici"],
  shell: ["httpie", "wget"],
};

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
