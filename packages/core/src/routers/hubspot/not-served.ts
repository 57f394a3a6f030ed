/** Parts of HubSpot's API that Rapport does not serve, by their paths, and what to use instead. */
const NOT_SERVED: readonly (readonly [paths: RegExp, what: string])[] = [
  [
    /^\/crm\/lists/,
    "Lists are not served. Read the records that a search finds at /crm/v3/objects/{objectType}/search.",
  ],
  [
    /^\/crm\/associations\/(v4\/)?(definitions|usage)\//,
    "Limits of associations are those of a label: PATCH /api/crm/association-labels/{plural}/{toPlural}/{key}.",
  ],
  [
    /^\/crm\/imports/,
    "Imports are not served in this form. Import a file by POST /api/crm/imports; see /docs/import.md.",
  ],
  [
    /^\/crm\/exports/,
    "Exports are not served in this form. Export records by POST /api/crm/exports; see /docs/export.md.",
  ],
  [
    /^\/(crm|integrators)\/timeline/,
    "Timeline events are not served. Create notes, calls, emails, meetings or tasks at /crm/v3/objects; see /docs/notes-and-tasks.md.",
  ],
  [
    /^\/(crm\/extensions|webhooks)/,
    "HubSpot's webhooks and cards are not served. Add an endpoint for events by POST /v1/webhooks/endpoints; see /docs/webhooks.md.",
  ],
  [
    /^\/automation/,
    "Workflows are not served. Act on events that a webhook or the feed brings; see /docs/webhooks.md and /docs/feed.md.",
  ],
  [
    /^\/files?(manager)?/,
    "Files are not served. Keep them elsewhere, with their address in a property of the type url.",
  ],
  [
    /^\/oauth/,
    "Tokens are issued by POST /oauth2/token with the grant client_credentials; see /docs/authentication.md.",
  ],
  [
    /^\/(contacts|companies|deals|engagements|properties|owners|crm-(objects|associations|pipelines|properties))/,
    "Paths older than version 3 are not served. Use those at /crm/v3; see /docs/hubspot.md.",
  ],
  [
    /^\/(account-info|integrations)/,
    "Accounts are not described. A token belongs to one project; GET /api/crm/openapi.json describes it.",
  ],
  [
    /^\/(crm\/(?!objects|properties|pipelines|schemas|owners|associations)|marketing|cms|content|events|analytics|forms|broadcast|email|conversations|communication-preferences|settings|calling|business-units|meta|scheduler|visitor-identification)/,
    "This part of HubSpot's API is not served. See /docs/hubspot.md for what is.",
  ],
];

/** A path of HubSpot's API, with a version that is a number or a date. */
const VERSIONED = /^\/[a-z-]+(?:\/[a-z-]+)?\/(?:v\d|20\d\d-\d\d)(?:-beta)?(?:\/|$)/;

/** Returns why a path of HubSpot's API is not served, and what to use instead; undefined for other paths. */
export function notServedAt(path: string): string | undefined {
  if (!VERSIONED.test(path)) return undefined;
  // The numbered forms of the CRM's paths have the version before the part.
  const part = path.replace(/^\/crm\/(?:v\d|20\d\d-\d\d(?:-beta)?)\//, "/crm/");
  return NOT_SERVED.find(([paths]) => paths.test(part))?.[1];
}

/** Whether a path is one of HubSpot's API, so that errors there have its form. */
export function isHubspotPath(path: string): boolean {
  return /^\/crm(?:-object-schemas)?\//.test(path) || notServedAt(path) !== undefined;
}
