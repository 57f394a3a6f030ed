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
