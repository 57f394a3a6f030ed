/** Finds the lines of a CSV file that a fault names. Holds only the bytes of the row that is being parsed. */
export class LineNumbers {
  #held: Buffer[] = [];
  /** Position of the first held byte. */
  #start = 0;
  /** Position after the last whole row. */
  #rowStart = 0;
  /** Lines before it, as the parser counts them. */
  #lines = 0;
  /** Lines that the parser counted too many. */
  #extra = 0;

  /** Notes bytes before they are parsed. */
  add(bytes: Buffer): void {
    this.#held.push(bytes);
  }

  /**
   * Notes the end of a row.
   *
   * @param info.bytes position after the row
   * @param info.lines lines that the parser has counted
   */
  endRow(cells: readonly string[], info: { readonly bytes: number; readonly lines: number }): void {
    // The parser counts a CR LF within quotes twice.
    if (info.lines > this.#lines + 1) {
      for (const cell of cells) this.#extra += cell.split("\r\n").length - 1;
    }
    this.#lines = info.lines;
    this.#rowStart = info.bytes;
    for (let [first] = this.#held; first !== undefined; [first] = this.#held) {
      if (this.#start + first.length > info.bytes) break;
      this.#start += first.length;
      this.#held.shift();
    }
  }

  /** Returns the line on which the row after the last whole one begins. */
  get row(): number {
    return this.#find(this.#rowStart).line;
  }

  /**
   * Returns the line on which the cell after a position begins with a quote; undefined if it does not.
   *
   * @param position of the delimiter before the cell, or after the last whole row
   */
  quoteAfter(position: number): number | undefined {
    const { byte, line } = this.#find(position + (position > this.#rowStart ? 1 : 0));
    return byte === '"'.charCodeAt(0) ? line : undefined;
  }

  /** Skips line ends from a position of the current row on. Returns the byte after them and its line. */
  #find(position: number): { readonly byte: number | undefined; readonly line: number } {
    const held = Buffer.concat(this.#held).subarray(this.#rowStart - this.#start);
    let at = position - this.#rowStart;
    while (held[at] === 0x0a || held[at] === 0x0d) at++;
    const ends = held.toString("latin1", 0, at).match(/\r\n?|\n/g) ?? [];
    return { byte: held[at], line: this.#lines - this.#extra + ends.length + 1 };
  }
}
