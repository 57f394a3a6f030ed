import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { clampWidth, MAX_WIDTH_PX, MIN_WIDTH_PX } from "../views/view-columns.ts";
import classes from "./table-head.module.css";

interface ResizeHandleProps {
  readonly label: string;
  /** In pixels. */
  readonly width: number;
  /** Shows a width while the edge is dragged; null ends that. */
  readonly onDrag: (width: number | null) => void;
  /** @param width undefined for the usual width */
  readonly onResize: (width: number | undefined) => void;
}

const STEP_PX = 16;

/** The edge of a column: dragged, moved by the arrow keys, or set back by a double click. */
export function ResizeHandle({ label, width, onDrag, onResize }: ResizeHandleProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const widthAt = (event: PointerEvent) =>
    clampWidth((start.current?.width ?? width) + event.clientX - (start.current?.x ?? 0));
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      onResize(clampWidth(width + by));
    }
    if (event.key === "Home") onResize(undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      tabIndex={-1}
      className={classes.handle}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={MAX_WIDTH_PX}
      onKeyDown={press}
      // Otherwise the browser drags the whole header.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        start.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => start.current && onDrag(widthAt(event))}
      onPointerUp={(event) => {
        if (start.current === null) return;
        const dragged = widthAt(event);
        const isMoved = event.clientX !== start.current.x;
        start.current = null;
        onDrag(null);
        if (isMoved) onResize(dragged);
      }}
      onPointerCancel={() => {
        start.current = null;
        onDrag(null);
      }}
      onDoubleClick={() => onResize(undefined)}
    />
  );
}
