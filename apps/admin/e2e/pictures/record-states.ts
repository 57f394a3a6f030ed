import { changeMany, choose, press, type Scene } from "./acts.ts";
import {
  askToErase,
  attachFiles,
  carryCard,
  chooseFiles,
  conflict,
  editCell,
  fillHome,
  filterBy,
  hover,
  leaveWaiting,
  narrow,
  openFirstRow,
  openGone,
  openView,
  previewMove,
  refusing,
  reportInEuros,
  showKeys,
  showLastValues,
  write,
} from "./record-acts.ts";

const filled = true as const;
const REPORTS = ["created", "funnel", "durations", "outcomes", "forecast", "webhooks", "usage"];

/** States of tables, of records, of the board, of Home and of reports. */
export const RECORD_STATES: readonly Scene[] = [...ofTables(), ...ofRecord(), ...ofFigures()];

function ofTables(): readonly Scene[] {
  return [
    ...["/notes", "/tasks", "/contracts"].map((path) => ({ path, filled })),
    { name: "table-empty", path: "/companies", at: "other", filled },
    { name: "table-waiting", path: "/bin", act: leaveWaiting("/contacts") },
    { name: "filter-row", path: "/deals", filled, act: narrow },
    { name: "filter-choice", path: "/deals", filled, act: filterBy("Stage") },
    { name: "filter-number", path: "/deals", filled, act: filterBy("Amount") },
    { name: "filter-date", path: "/deals", filled, act: filterBy("Close date") },
    { name: "group-menu", path: "/deals", filled, act: press("Group") },
    { path: "/contacts?group=lifecyclestage&q=a", filled },
    { name: "row-hover", path: "/contacts", filled, act: hover("tbody tr:nth-child(8)") },
    { name: "row-menu", path: "/contacts", filled, act: press(/^Actions for/) },
    { name: "cell-text", path: "/contacts", filled, act: editCell("email") },
    { name: "cell-refused", path: "/contacts", filled, act: editCell("email", "nobody") },
    { name: "cell-choice", path: "/deals", filled, act: editCell("stage") },
    { name: "cell-date", path: "/deals", filled, act: editCell("closeDate") },
    { name: "cell-association", path: "/deals", filled, act: editCell("associations.company") },
    { name: "view-menu", path: "/deals", filled, act: openView("menu") },
    { name: "view-changed", path: "/deals", filled, act: openView("changed") },
    {
      name: "change-move-preview",
      path: "/deals",
      filled,
      act: async (page) => {
        await changeMany("move")(page);
        await previewMove("Proposal")(page);
      },
    },
  ];
}

function ofRecord(): readonly Scene[] {
  const form = (kind: string) => `/contacts/26?form=${kind}`;
  return [
    { name: "record-activities", path: "/contacts/26", filled },
    { name: "record-own-type", path: "/contracts", filled, act: openFirstRow },
    { name: "record-layout", path: "/leads", filled, act: openFirstRow },
    { name: "record-task", path: "/tasks", filled, act: openFirstRow },
    { name: "record-waiting", path: "/bin", act: leaveWaiting("/contacts/25") },
    { name: "record-merged", path: "/contacts", filled, act: openGone("merged") },
    { name: "record-erased", path: "/contacts", filled, act: openGone("erased") },
    { name: "record-history", path: "/companies/1?history=city", filled },
    { name: "record-conflict", path: "/contacts/28", filled, act: conflict },
    { name: "record-erase", path: "/contacts/29", filled, act: askToErase },
    { name: "record-menu", path: "/contacts/29", filled, act: press("More actions") },
    { name: "record-log-menu", path: "/contacts/26", filled, act: press("Log") },
    { name: "record-edit-choice", path: "/deals/90", filled, act: press(/^Edit Priority/) },
    { name: "record-edit-date", path: "/deals/90", filled, act: press(/^Edit Close date/) },
    { name: "record-edit-tags", path: "/contacts/25", filled, act: press(/^Edit Tags/) },
    { name: "record-refused", path: "/deals/90", filled, act: refusing(press("Won")) },
    {
      name: "record-value-history",
      path: "/companies/1",
      filled,
      act: showLastValues,
    },
    { name: "note", path: form("note"), filled, act: write("text") },
    { name: "note-files", path: form("note"), filled, act: chooseFiles },
    { name: "record-files", path: "/contacts/26", filled, act: attachFiles },
    { name: "note-preview", path: form("note"), filled, act: write("preview") },
    { name: "note-mention", path: form("note"), filled, act: write("mention") },
    ...["task", "call", "meeting"].map((kind) => ({ path: form(kind), filled })),
    {
      name: "note-edit",
      path: "/contacts/26",
      filled,
      act: choose(/^Actions for note/, "Edit"),
    },
  ];
}

function ofFigures(): readonly Scene[] {
  return [
    { name: "board-hover", path: "/deals/board", filled, act: hover("[data-movable=true]") },
    { name: "board-carry", path: "/deals/board", filled, act: carryCard },
    {
      name: "board-refused",
      path: "/deals/board",
      filled,
      act: refusing(choose(/to another stage/, "Proposal")),
    },
    { name: "board-sort", path: "/deals/board", filled, act: press(/^Sort/) },
    { name: "board-waiting", path: "/bin", act: leaveWaiting("/deals/board") },
    { name: "board-empty", path: "/tickets/board", at: "other", filled },
    { name: "board-none", path: "/deals/board?q=zzzz", filled },
    { path: "/search" },
    { path: "/search?q=zzzz" },
    { path: "/search?q=a", at: "other", filled },
    { name: "keys", path: "/contacts", act: showKeys },
    { name: "home-waiting", path: "/bin", act: leaveWaiting("") },
    { name: "home-add-report", path: "/", act: press("Add a report") },
    { name: "home-tasks", path: "/", filled, act: fillHome },
    ...REPORTS.map((report) => ({
      name: `report-empty-${report}`,
      path: `/reports/${report}`,
      at: "other" as const,
      filled,
      // One notice; `e2e/reports` proves its words.
      pictureOnly: report !== "created",
    })),
    { path: "/reports/outcomes?by=owner", filled },
    { path: "/reports/created?period=this-year&unit=month", filled },
    {
      name: "report-tip",
      path: "/reports/created",
      filled,
      act: hover('[aria-roledescription="chart"] svg'),
    },
    // From here on totals are in euros.
    { name: "euros-board", path: "/deals/board", filled, act: reportInEuros },
    { name: "euros-group", path: "/deals?group=stage", filled, act: reportInEuros },
    { name: "euros-funnel", path: "/reports/funnel", filled, act: reportInEuros },
    { name: "euros-forecast", path: "/reports/forecast", filled, act: reportInEuros },
    { name: "euros-home", path: "/", filled, act: reportInEuros },
  ];
}
