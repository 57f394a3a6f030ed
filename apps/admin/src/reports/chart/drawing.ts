import type { RefObject } from "react";
import type { Figure } from "../figure.ts";
import type { Place } from "./use-cursor.ts";

/** What a drawing of a chart takes. */
export interface DrawingProps {
  readonly figure: Figure;
  readonly width: number;
  readonly height: number;
  readonly svgRef?: RefObject<SVGSVGElement | null> | undefined;
  /** The place that the pointer or the keyboard is at. */
  readonly at: Place | null;
  readonly setPlace: (place: Place | null) => void;
}
