import { type Day, type DemoRecord, list, spread, type Undated } from "./notes-and-tasks.ts";
import { COMPANIES } from "./samples.ts";

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
