export interface Period {
  readonly starts: string;
  readonly ends: string;
}

export const DAY_MS = 24 * 60 * 60 * 1000;
