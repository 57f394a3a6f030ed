import { describe, expect, it } from "vitest";
import {
  associationLabel,
  builtInType,
  hasPipeline,
  OBJECT_TYPE_NAMES,
  OBJECT_TYPES,
  PIPELINE_TYPE_NAMES,
  type PipelineType,
  type PropertyDefinition,
  parseObjectType,
  type RecordRules,
} from "../src/index.ts";

const rows = Object.values(OBJECT_TYPES);

describe("object types", () => {
  it.each(rows)("$name has only properties of the schema in the response to a create", (row) => {
    const names = row.properties.map((property) => property.name);
    expect(names).toEqual(expect.arrayContaining([...row.createFields]));
  });

  it.each(rows)("$name has no property twice", (row) => {
    const names = row.properties.map((property) => property.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(rows)(
    "$name: has the properties pipeline and stage just when it has pipelines",
    (row) => {
      const names = row.properties.map((property) => property.name);
      expect(names.includes("pipeline") && names.includes("stage")).toBe(hasPipeline(row.name));
    },
  );

  it.each(rows)("$name has enumerations with values, open except for a task's status", (row) => {
    const properties: readonly PropertyDefinition[] = row.properties;
    for (const property of properties) {
      expect(property.closed).toBe(row.name === "task" && property.name === "status");
      expect(property.options !== undefined).toBe(property.type === "enumeration");
    }
  });

  it.each([
    ["contact", "contacts", "contactId", ["firstname", "tags"]],
    ["deal", "deals", "dealId", ["name", "amount", "currency", "pipeline", "stage"]],
    ["ticket", "tickets", "ticketId", ["name", "priority", "pipeline", "stage"]],
    ["lead", "leads", "leadId", ["name", "status", "pipeline", "stage"]],
    [
      "appointment",
      "appointments",
      "appointmentId",
      ["name", "appointment_start_ts", "appointment_end_ts", "pipeline", "stage"],
    ],
    ["note", "notes", "noteId", ["body", "occurred_at", "owner_id"]],
    [
      "task",
      "tasks",
      "taskId",
      ["name", "body", "due_at", "status", "completed_at", "priority", "owner_id"],
    ],
  ] as const)(
    "%s has the paths and properties the specification names",
    (type, plural, id, named) => {
      const row = OBJECT_TYPES[type];
      expect([row.plural, row.idParam]).toEqual([plural, id]);
      const names = row.properties.map((property) => property.name);
      expect(names).toEqual(expect.arrayContaining([...named]));
    },
  );

  it.each(rows)("$name has rules about its own properties only", ({ name, properties }) => {
    const names = properties.map((property) => property.name);
    const {
      required = [],
      initial = {},
      periods = [],
      completion,
    } = OBJECT_TYPES[name].rules as RecordRules;
    const { property, time } = completion ?? {};
    const ruled = [...required.flat(), ...Object.keys(initial), ...periods.flat()];
    const done = property === undefined || time === undefined ? [] : [property, time];
    expect(names).toEqual(expect.arrayContaining([...ruled, ...done]));
  });

  it("only a deal's probability is read-only", () => {
    const readOnly = rows.flatMap((row) =>
      row.properties
        .filter((property) => property.readOnly)
        .map(({ name }) => `${row.name}.${name}`),
    );
    expect(readOnly).toEqual(["deal.probability"]);
  });
});

describe("association labels", () => {
  it.each([
    "lead_to_company",
    "deal_to_lead",
    "contact_to_company",
    "deal_to_contact",
    "deal_to_company",
    "ticket_to_contact",
    "ticket_to_company",
    "appointment_to_contact",
    "note_to_contact",
    "note_to_task",
    "task_to_deal",
    "task_to_appointment",
  ])("are the same from either side: %s", (label) => {
    const [from, to] = label.split("_to_").map((name) => parseObjectType(name));
    if (from === undefined || to === undefined) throw new Error("not two types");
    expect(labelOf(from, to)).toEqual({ from, to, label });
    expect(labelOf(to, from)).toEqual({ from, to, label });
  });

  it("are sixty-six", () => {
    const labels = OBJECT_TYPE_NAMES.flatMap((a) =>
      OBJECT_TYPE_NAMES.map((b) => labelOf(a, b).label),
    );
    expect(new Set(labels).size).toBe(66);
  });

  it("name one type twice for two of the same type", () => {
    expect(labelOf("deal", "deal")).toEqual({ from: "deal", to: "deal", label: "deal_to_deal" });
  });

  function labelOf(a: string, b: string) {
    return associationLabel(builtInType(a), builtInType(b));
  }
});

describe("a type's name", () => {
  it("is accepted in the singular", () => {
    expect(parseObjectType("company")).toBe("company");
  });

  it.each(["companies", "Company", "", " deal", "__proto__", "constructor", "toString"])(
    "%j is none",
    (name) => {
      expect(parseObjectType(name)).toBeUndefined();
    },
  );
});

describe("default pipelines", () => {
  it("have the documented stages", () => {
    const stages = PIPELINE_TYPE_NAMES.map((type) => [
      type,
      OBJECT_TYPES[type].pipeline.stages
        .map((stage) => `${stage.key}${stage.closed ? "!" : ""}`)
        .join(" "),
    ]);
    expect(Object.fromEntries(stages)).toEqual({
      deal: "new qualified proposal negotiation won! lost!",
      ticket: "new waiting_on_contact waiting_on_us closed!",
      lead: "new attempting connected qualified! disqualified!",
      appointment: "scheduled confirmed completed! no_show! cancelled!",
    });
  });

  it("have probabilities only for the stages of deals", () => {
    const of = (type: PipelineType) =>
      OBJECT_TYPES[type].pipeline.stages.map((stage) => stage.probability);
    expect(of("deal")).toEqual(["0.1", "0.3", "0.5", "0.8", "1", "0"]);
    expect([...of("ticket"), ...of("lead"), ...of("appointment")].every((p) => p === null)).toBe(
      true,
    );
  });
});
