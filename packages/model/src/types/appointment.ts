import { closedStage, type ObjectTypeDefinition, openStage } from "../definition.ts";
import { enumeration, property } from "../property.ts";
import { INDEXED, NAME, NOTES, OWNER, PIPELINE_AND_STAGE, TAGS } from "../shared-properties.ts";

export const appointment = {
  name: "appointment",
  plural: "appointments",
  idParam: "appointmentId",
  title: "Appointment",
  pluralTitle: "Appointments",
  article: "an",
  associationRank: 10,
  createFields: ["name", "appointment_start_ts", "appointment_end_ts", "status"],
  rules: { periods: [["appointment_start_ts", "appointment_end_ts"]] },
  pipeline: {
    label: "Appointment pipeline",
    stages: [
      openStage("scheduled", "Scheduled"),
      openStage("confirmed", "Confirmed"),
      closedStage("completed", "Completed"),
      closedStage("no_show", "No-show"),
      closedStage("cancelled", "Cancelled"),
    ],
  },
  nameProperties: [["name"]],
  detailProperties: [["appointment_start_ts"], ["location"]],
  money: null,
  examples: {
    create: {
      name: "Demonstration",
      appointment_start_ts: "2026-12-01T10:00:00Z",
      appointment_end_ts: "2026-12-01T11:00:00Z",
    },
    key: "name",
    set: ["stage", "confirmed"],
  },
  admin: {
    icon: "calendar",
    sortName: "name",
    columns: ["appointment_start_ts", "appointment_end_ts", "status", "stage", "location"],
    form: [
      "name",
      "appointment_start_ts",
      "appointment_end_ts",
      "status",
      "location",
      "pipeline",
      "stage",
    ],
  },
  properties: [
    NAME,
    property("appointment_start_ts", "Start", "datetime", INDEXED),
    property("appointment_end_ts", "End", "datetime", { description: "Not before the start." }),
    enumeration("status", "Status", {
      scheduled: "Scheduled",
      confirmed: "Confirmed",
      completed: "Completed",
      no_show: "No-show",
      cancelled: "Cancelled",
    }),
    property("location", "Location"),
    NOTES,
    ...PIPELINE_AND_STAGE,
    TAGS,
    OWNER,
  ],
} as const satisfies ObjectTypeDefinition;
