import { DOCUMENT_PATH } from "../openapi/own-types/operation.ts";

/** Returns the script of the page. The policy names its hash, so no other script in the page runs. */
export function referenceScript(names: readonly string[]): string {
  const sources = names.map((name) => ({
    title: TITLES[name] ?? name,
    slug: name,
    url: `/openapi/${name}.json`,
  }));
  const settings = JSON.stringify({
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
    persistAuth: false,
  });
  return `
const settings = ${settings};
const sources = ${JSON.stringify(sources)};
${SHOW}
${OWN}
show(sources);
`;
}

export function referencePage(script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Rapport API reference</title>
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<form id="own" autocomplete="off">
<label for="credential">Access token or API key</label>
<input id="credential" type="password" autocomplete="off" spellcheck="false" required>
<button type="submit">Show my project</button>
<button type="button" id="public" hidden>Show the public reference</button>
<span id="note" role="status">Shows your own properties and what you may call. The token stays in this page.</span>
</form>
<div id="reference"></div>
<script src="/docs/reference.js"></script>
<script>${script}</script>
</body>
</html>
`;
}

/**
 * Sends requests made on the page to the page's own origin. The documents name PUBLIC_URL, but a browser may have
 * opened another address (localhost, a private one), and the CSP allows only the page's own origin.
 */
const SHOW = `
const scheme = { flows: { clientCredentials: { tokenUrl: location.origin + "/oauth2/token" } } };
let shown;
function show(documents, token) {
  shown?.destroy();
  // The address may name an operation of the other document.
  if (shown) history.replaceState(null, "", location.pathname);
  const element = document.createElement("div");
  document.getElementById("reference").replaceChildren(element);
  shown = Scalar.createApiReference(element, {
    ...settings,
    sources: documents,
    servers: [{ url: location.origin }],
    authentication: {
      ...(token && { preferredSecurityScheme: "accessToken" }),
      securitySchemes: { oauth2: scheme, ...(token && { accessToken: { token } }) },
    },
  });
}`;

/**
 * Shows the document of a project. Its credential is kept in the page only: the field has no name, so that it is never in an
 * address, and nothing stores it.
 */
const OWN = `
const byId = (id) => document.getElementById(id);
const field = byId("credential");
const note = byId("note");
const hint = note.textContent;
const isKey = (credential) => credential.startsWith("rpk_");
function say(text, isError) {
  note.textContent = text;
  note.className = isError ? "error" : "";
}
byId("own").addEventListener("submit", async (event) => {
  event.preventDefault();
  const credential = field.value.trim();
  say("Loading…", false);
  try {
    const headers = { Authorization: "Bearer " + credential };
    const response = await fetch("${DOCUMENT_PATH}", { headers, cache: "no-store" });
    const content = await response.json();
    if (!response.ok) return say(content.message, true);
    const own = { title: "Your project", slug: "own", content, default: true };
    show([own, ...sources], isKey(credential) ? undefined : credential);
    field.value = "";
    byId("public").hidden = false;
    say("This is the API of your project, with what the credential may call.", false);
  } catch {
    say("The reference of the project did not arrive. Check the token, and try again.", true);
  }
});
byId("public").addEventListener("click", () => {
  show(sources);
  byId("public").hidden = true;
  say(hint, false);
  field.focus();
});`;

/** Uses the colours of the reference below it, in light and dark. */
export const REFERENCE_STYLE = `:root {
  --scalar-custom-header-height: 48px;
}
body {
  margin: 0;
}
#own {
  position: sticky;
  top: 0;
  z-index: 10;
  display: flex;
  align-items: center;
  gap: 8px;
  box-sizing: border-box;
  height: 48px;
  padding: 0 16px;
  overflow-x: auto;
  white-space: nowrap;
  font: 14px / 1.4 system-ui, sans-serif;
  color: var(--scalar-color-1, #1b1b1b);
  background: var(--scalar-background-1, #fff);
  border-bottom: 1px solid var(--scalar-border-color, #dadada);
}
#own input,
#own button {
  height: 30px;
  padding: 0 10px;
  font: inherit;
  color: inherit;
  background: var(--scalar-background-2, #f6f6f6);
  border: 1px solid var(--scalar-border-color, #8a8a8a);
  border-radius: 4px;
}
#own button {
  cursor: pointer;
}
#note.error {
  color: var(--scalar-color-red, #b3261e);
}
`;

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

const TITLES: Readonly<Record<string, string>> = {
  public: "Public Object API",
  workspace: "Workspace API",
};
