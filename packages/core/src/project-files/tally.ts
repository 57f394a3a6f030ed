import { createHash, type Hash } from "node:crypto";
import { KINDS, type Kind, type Line } from "./format.ts";
import { mapIds } from "./ids.ts";

/**
 * Counts and digests of a project's content. They are the same for two projects with the same content, whatever their
 * ids are.
 */
export interface Totals {
  readonly counts: Readonly<Record<Kind, number>>;
  /** SHA-256 of the lines of each kind, with ids counted from the first record. */
  readonly digests: Readonly<Record<Kind, string>>;
}

/** Adds up lines. */
export interface Tally {
  add(line: Line): void;
  /** Returns the totals. Nothing can be added after it. */
  end(): Totals;
}

/** @param firstId id of the project's first record, null without records */
export function startTally(firstId: number | null): Tally {
  const base = (firstId ?? 1) - 1;
  const counts = ofEachKind(() => 0);
  const hashes = ofEachKind(() => createHash("sha256"));
  return {
    add(line) {
      counts[line.kind]++;
      hashes[line.kind].update(`${JSON.stringify(mapIds(line, (id) => id - base))}\n`);
    },
    end: () => ({ counts, digests: ofEachKind((kind) => (hashes[kind] as Hash).digest("hex")) }),
  };
}

/** Returns the kinds whose count or digest differs. */
export function differences(one: Totals, other: Totals): readonly Kind[] {
  return KINDS.filter(
    (kind) => one.counts[kind] !== other.counts[kind] || one.digests[kind] !== other.digests[kind],
  );
}

function ofEachKind<T>(make: (kind: Kind) => T): Record<Kind, T> {
  return Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<Kind, T>;
}
