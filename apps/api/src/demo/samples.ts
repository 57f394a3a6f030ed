import { type Day, type DemoRecord, list, spread, type Undated } from "./notes-and-tasks.ts";

/** Name, domain, industry, city and country. */
export const COMPANIES = [
  ["Alder & Finch", "alderfinch.example", "Retail", "Bristol", "United Kingdom"],
  ["Brightwater Clinics", "brightwater.example", "Health care", "Cork", "Ireland"],
  ["Calder Bikes", "calderbikes.example", "Manufacturing", "Leeds", "United Kingdom"],
  ["Drachenfels Brewery", "drachenfels.example", "Food and drink", "Bonn", "Germany"],
  ["Eastgate Hotels", "eastgate.example", "Hospitality", "Chester", "United Kingdom"],
  ["Ferrante Tessuti", "ferrante.example", "Textiles", "Prato", "Italy"],
  ["Grønn Energi", "gronnenergi.example", "Energy", "Bergen", "Norway"],
  ["Harbour Lane Books", "harbourlane.example", "Publishing", "Galway", "Ireland"],
  ["Iberia Solar", "iberiasolar.example", "Energy", "Sevilla", "Spain"],
  ["Juniper Analytics", "juniperanalytics.example", "Software", "Utrecht", "Netherlands"],
  ["Kestrel Logistics", "kestrel.example", "Transport", "Antwerp", "Belgium"],
  ["Lumen Optics", "lumenoptics.example", "Manufacturing", "Jena", "Germany"],
  ["Marlow Kitchens", "marlowkitchens.example", "Retail", "Reading", "United Kingdom"],
  ["Northgate School", "northgate.example", "Education", "York", "United Kingdom"],
  ["Olivar Foods", "olivar.example", "Food and drink", "Jaén", "Spain"],
  ["Pinewood Games", "pinewood.example", "Software", "Tampere", "Finland"],
  ["Quayside Arts", "quayside.example", "Culture", "Newcastle", "United Kingdom"],
  ["Rhône Valley Wines", "rhonevalley.example", "Food and drink", "Valence", "France"],
  ["Stellar Dental", "stellardental.example", "Health care", "Lisbon", "Portugal"],
  ["Tidewater Boats", "tidewater.example", "Manufacturing", "Gdańsk", "Poland"],
  ["Umbra Theatre", "umbra.example", "Culture", "Vienna", "Austria"],
  ["Valley Farm Co-op", "valleyfarm.example", "Agriculture", "Hereford", "United Kingdom"],
  ["Westmark Legal", "westmark.example", "Professional services", "Dublin", "Ireland"],
  ["Yarrow Gardens", "yarrow.example", "Landscaping", "Ghent", "Belgium"],
] as const;

export const FIRST = [
  "Amara",
  "Ben",
  "Chiara",
  "Daniel",
  "Elif",
  "Finn",
  "Grace",
  "Hugo",
  "Ines",
  "Jonas",
  "Kaja",
  "Liam",
  "Mei",
  "Noah",
  "Orla",
  "Pavel",
  "Rosa",
  "Sven",
  "Tara",
  "Yusuf",
];
export const LAST = [
  "Okafor",
  "Whitby",
  "Moretti",
  "Kowalski",
  "Aydin",
  "Larsen",
  "Murphy",
  "Dubois",
  "Navarro",
  "Weber",
  "Nowak",
  "Byrne",
  "Chen",
  "Bakker",
  "Walsh",
];
export const JOBS = [
  "Managing director",
  "Head of marketing",
  "Operations manager",
  "Buyer",
  "Brand manager",
  "Finance director",
];
export const LIFECYCLE = [
  "subscriber",
  "lead",
  "marketingqualifiedlead",
  "salesqualifiedlead",
  "opportunity",
  "customer",
];
export const PROJECTS = [
  "Brand refresh",
  "Online shop",
  "Packaging range",
  "Annual report",
  "Exhibition stand",
  "Photo library",
  "Signage",
  "Launch campaign",
];
export const DEAL_STAGES = ["new", "qualified", "proposal", "negotiation", "won", "lost"];
export const PROBLEMS = [
  "Logo file will not open",
  "Invoice address is wrong",
  "Proof has the old phone number",
  "Delivery arrived late",
  "Login to the shop fails",
  "Colours differ in print",
];
export const TICKET_STAGES = ["new", "waiting_on_contact", "waiting_on_us", "closed"];
export const SOURCES = ["Website", "Referral", "Trade fair", "Newsletter"];
export const LEAD_STAGES = ["new", "attempting", "connected", "qualified", "disqualified"];
export const MEETINGS = [
  "Kick-off",
  "Design review",
  "Site visit",
  "Contract signing",
  "Quarterly review",
];
export const MEETING_STAGES = ["scheduled", "confirmed", "completed", "no_show", "cancelled"];
export const PRIORITIES = ["low", "medium", "high", "urgent"];

/** An object type of the project's own, so that a newcomer sees what one is. */
export const CONTRACT_TYPE = {
  name: "contract",
  plural: "contracts",
  label: "Contract",
  pluralLabel: "Contracts",
  description: "Agreements about the upkeep of what the studio has made",
  icon: "file",
  hasPipeline: true,
  nameProperties: [["title"]],
  required: [["title"]],
  properties: [
    { name: "title", label: "Title", indexed: true },
    { name: "monthly_fee", label: "Monthly fee", type: "number", indexed: true },
    { name: "starts_on", label: "Starts on", type: "date", indexed: true },
    { name: "ends_on", label: "Ends on", type: "date", indexed: true },
    {
      name: "renewal",
      label: "Renewal",
      type: "enumeration",
      options: [
        { value: "automatic", label: "Automatic" },
        { value: "on_request", label: "On request" },
      ],
    },
  ],
  pipeline: {
    label: "Contracts",
    stages: [
      { label: "Draft" },
      { label: "Sent" },
      { label: "Signed" },
      { label: "Ended", closed: true },
    ],
  },
} as const;

const STAGES = ["signed", "signed", "sent", "draft", "ended"] as const;
const SUBJECTS = ["Website upkeep", "Brand upkeep", "Shop upkeep"] as const;

/** Returns contracts with the first companies. */
export function contracts(now: Date, day: Day): readonly DemoRecord[] {
  return spread(
    now,
    list(12, (i) => contract(i, day)),
    { first: -70, step: 5.3 },
  );
}

function contract(i: number, day: Day): Undated {
  const [name] = COMPANIES[i] as (typeof COMPANIES)[number];
  const date = (offset: number) => day(offset).slice(0, "2027-01-31".length);
  return {
    key: `contract${i}`,
    type: CONTRACT_TYPE.name,
    properties: {
      title: `${SUBJECTS[i % SUBJECTS.length]} for ${name}`,
      monthly_fee: 180 + ((i * 65) % 400),
      starts_on: date(-60 + i * 6),
      ends_on: date(305 + i * 6),
      renewal: i % 3 === 0 ? "on_request" : "automatic",
      stage: STAGES[i % STAGES.length] as string,
    },
    associatedWith: [`company${i}`],
  };
}
