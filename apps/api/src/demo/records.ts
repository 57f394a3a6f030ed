import {
  type Day,
  type DemoRecord,
  list,
  notesAndTasks,
  spread,
  type Undated,
} from "./notes-and-tasks.ts";
import {
  COMPANIES,
  contracts,
  DEAL_STAGES,
  FIRST,
  JOBS,
  LAST,
  LEAD_STAGES,
  LIFECYCLE,
  MEETING_STAGES,
  MEETINGS,
  PRIORITIES,
  PROBLEMS,
  PROJECTS,
  SOURCES,
  TICKET_STAGES,
} from "./samples.ts";

const DAY_MS = 86_400_000;

/** Returns about 250 records of a small design studio. Only the dates differ between calls. */
export function demoRecords(now: Date): readonly DemoRecord[] {
  const day = (offset: number, hour = 9) => {
    const date = new Date(now.getTime() + offset * DAY_MS);
    date.setUTCHours(hour, 0, 0, 0);
    return date.toISOString();
  };
  return [
    ...spread(now, COMPANIES.map(company), { first: -90, step: 0.35 }),
    ...spread(now, list(60, contact), { first: -88, step: 1.48 }),
    ...spread(
      now,
      list(40, (i) => deal(i, day)),
      { first: -86, step: 2.18 },
    ).map((one, i) => throughStages(one, divideStages(DEAL_STAGES, 4), now, i)),
    ...spread(now, list(30, ticket), { first: -80, step: 2.74 }).map((one, i) =>
      throughStages(one, divideStages(TICKET_STAGES, 3), now, i),
    ),
    ...spread(now, list(24, lead), { first: -78, step: 3.36 }).map((one, i) =>
      throughStages(one, divideStages(LEAD_STAGES, 3), now, i),
    ),
    ...spread(
      now,
      list(22, (i) => appointment(i, day)),
      { first: -80, step: 3.79 },
    ),
    ...notesAndTasks(now, day),
    ...contracts(now, day),
  ];
}

/** The stages of a pipeline in their order. */
interface Stages {
  readonly open: readonly string[];
  readonly closed: readonly string[];
}

/**
 * Lets a record begin in the first stage and pass those before its own. A record that ends without success leaves some out.
 *
 * @param i number of the record; the times depend on it
 */
function throughStages(record: DemoRecord, stages: Stages, now: Date, i: number): DemoRecord {
  const { stage, closeDate } = record.properties;
  if (typeof stage !== "string") return record;
  const passed = passedBefore(stages, stage, i);
  const path = [...passed, stage];
  const start = Date.parse(record.createdAt);
  const isClosed = stages.closed.includes(stage);
  const end =
    isClosed && typeof closeDate === "string"
      ? Date.parse(closeDate)
      : start + (now.getTime() - start) * (isClosed ? 0.8 : 0.6);
  const moves = path.slice(1).map((to, j) => {
    const share = ((j + 1) / (path.length - 1)) ** (0.6 + (i % 5) * 0.3);
    return { stage: to, at: new Date(start + (end - start) * share).toISOString() };
  });
  return { ...record, properties: { ...record.properties, stage: path[0] ?? stage }, moves };
}

function passedBefore({ open, closed }: Stages, stage: string, i: number): readonly string[] {
  const place = open.indexOf(stage);
  if (place >= 0) return open.slice(0, place);
  return closed.indexOf(stage) === 0 ? open : open.slice(0, 1 + (i % open.length));
}

/** Divides stages at the first closed one. */
function divideStages(stages: readonly string[], open: number) {
  return { open: stages.slice(0, open), closed: stages.slice(open) };
}

const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;

function company(row: (typeof COMPANIES)[number], i: number): Undated {
  const [name, domain, industry, city, country] = row;
  return {
    key: `company${i}`,
    type: "company",
    properties: {
      name,
      domain,
      website: `https://www.${domain}`,
      industry,
      city,
      country,
      employees: 8 + ((i * 37) % 400),
      lifecyclestage: at(LIFECYCLE, i + 2),
    },
    associatedWith: [],
  };
}

function contact(i: number): Undated {
  const [firstname, lastname] = [at(FIRST, i), at(LAST, i + Math.floor(i / FIRST.length))];
  const [companyName, domain, , city, country] = at(COMPANIES, i);
  const mailbox = `${firstname}.${lastname}`.toLowerCase();
  return {
    key: `contact${i}`,
    type: "contact",
    properties: {
      firstname,
      lastname,
      email: `${mailbox}@${domain}`,
      phone: `+44 20 7946 ${String(100 + i).padStart(4, "0")}`,
      jobtitle: at(JOBS, i),
      company: companyName,
      city,
      country,
      lifecyclestage: at(LIFECYCLE, i),
      tags: i % 3 === 0 ? ["newsletter", "key account"] : ["newsletter"],
    },
    associatedWith: [`company${i % COMPANIES.length}`],
  };
}

function deal(i: number, day: Day): Undated {
  const owner = i % COMPANIES.length;
  const stage = at(DEAL_STAGES, i);
  const isClosed = stage === "won" || stage === "lost";
  return {
    key: `deal${i}`,
    type: "deal",
    properties: {
      name: `${at(PROJECTS, i)} for ${at(COMPANIES, owner)[0]}`,
      amount: `${1_500 + ((i * 1_730) % 48_000)}.00`,
      currency: at(["EUR", "GBP"], i),
      stage,
      priority: at(PRIORITIES, i),
      dealType: i % 4 === 0 ? "existingbusiness" : "newbusiness",
      createdDate: day(-86 + i * 2),
      closeDate: day(isClosed ? Math.min(-66 + i * 2, -1) : 5 + i),
    },
    associatedWith: [`company${owner}`, `contact${i}`],
  };
}

/** Returns the number of a contact that is older than the ticket or appointment of a number. */
function earlier(i: number): number {
  return (i * 7) % (5 + i);
}

function ticket(i: number): Undated {
  return {
    key: `ticket${i}`,
    type: "ticket",
    properties: {
      name: at(PROBLEMS, i),
      description: "Reported by email; the customer attached a screenshot.",
      stage: at(TICKET_STAGES, i),
      priority: at(PRIORITIES, i + 1),
      source: at(["email", "phone", "chat"], i),
    },
    associatedWith: [`contact${earlier(i)}`, `company${earlier(i) % COMPANIES.length}`],
  };
}

function lead(i: number): Undated {
  return {
    key: `lead${i}`,
    type: "lead",
    properties: {
      name: `${at(FIRST, i + 5)} ${at(LAST, i + 3)}: ${at(PROJECTS, i + 2).toLowerCase()}`,
      source: at(SOURCES, i),
      status: at(["new", "open", "in_progress", "connected", "unqualified"], i),
      stage: at(LEAD_STAGES, i),
    },
    associatedWith: [`company${(i + 4) % COMPANIES.length}`],
  };
}

function appointment(i: number, day: Day): Undated {
  const hour = 9 + (i % 7);
  return {
    key: `appointment${i}`,
    type: "appointment",
    properties: {
      name: at(MEETINGS, i),
      appointment_start_ts: day(i - 8, hour),
      appointment_end_ts: day(i - 8, hour + 1),
      stage: at(MEETING_STAGES, i < 8 ? 2 + (i % 3) : i % 2),
      location: i % 2 === 0 ? "Video call" : "Studio, second floor",
    },
    associatedWith: [`contact${earlier(i)}`],
  };
}
