/** Returns the state of an undo in words. */
export function undoTitle(state: string): string {
  switch (state) {
    case "done":
      return "Undone";
    case "failed":
      return "Undo failed";
    case "cancelled":
      return "Undo cancelled";
    default:
      return "Being undone";
  }
}
