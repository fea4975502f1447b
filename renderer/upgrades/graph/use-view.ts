import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { GraphLayout } from './layout.ts';
import { clamped, FIT, STEP, showing, type View, zoomedAt } from './view.ts';

/** Movement that makes a press a drag, px. */
const DRAG = 4;
/** Time without the wheel after which zooming has ended, ms. */
const SETTLED = 120;
/** Zoom of one px of the wheel. */
const WHEEL = 0.0016;

/**
 * Returns the visible part of a diagram and the gestures that change it: wheel, pinch and drag.
 * @param fitted another value shows everything again
 */
export function useView(box: RefObject<HTMLElement | null>, layout: GraphLayout, fitted: string) {
  const [view, setView] = useState<View>(FIT);
  const latest = useRef(layout);
  latest.current = layout;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another diagram is shown completely
  useEffect(() => setView(FIT), [fitted]);
  const [zooming, setZooming] = useState(false);
  const settles = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settles.current), []);
  const zoom = (change: Change) => {
    clearTimeout(settles.current);
    settles.current = setTimeout(() => setZooming(false), SETTLED);
    setZooming(true);
    setView((before) => change(clamped(latest.current, before), latest.current));
  };
  const shown = clamped(layout, view);
  useWheel(box, shown.zoom, zoom);
  return {
    view: shown,
    /** Whether the zoom is changing. Details that take longer than a frame wait until it stops. */
    zooming,
    drag: useDrag(shown, (change) =>
      setView((before) => change(clamped(latest.current, before), latest.current)),
    ),
    zoomIn: () => zoom((before, now) => zoomedAt(now, before, STEP, middle(now))),
    zoomOut: () => zoom((before, now) => zoomedAt(now, before, 1 / STEP, middle(now))),
    fit: () => zoom(() => FIT),
    /** @param at position of the version to show */
    show: (at: number) => setView((before) => showing(latest.current, clamped(latest.current, before), at)),
  };
}

type Change = (before: View, layout: GraphLayout) => View;

function middle({ width, height }: GraphLayout) {
  return { x: width / 2, y: height / 2 };
}

/** The wheel zooms at the pointer, and scrolls the page when nothing can be zoomed. With Shift or sideways, it pans. */
function useWheel(
  box: RefObject<HTMLElement | null>,
  zoom: number,
  onChange: (change: Change) => void,
): void {
  const changed = useRef(onChange);
  changed.current = onChange;
  const zoomed = useRef(zoom);
  zoomed.current = zoom;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { left, top } = element.getBoundingClientRect();
      const point = { x: event.clientX - left, y: event.clientY - top };
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      // At the fitted view, the wheel scrolls the page on.
      if (!event.ctrlKey && zoomed.current === 1 && (sideways || event.deltaY > 0)) return;
      event.preventDefault();
      changed.current((before, layout) =>
        sideways
          ? clamped(layout, { ...before, x: before.x - (event.deltaX || event.deltaY) })
          : zoomedAt(
              layout,
              clamped(layout, before),
              Math.exp(-event.deltaY * WHEEL * (event.ctrlKey ? 4 : 1)),
              point,
            ),
      );
    };
    // React's listeners are passive, so they can't prevent scrolling.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [box]);
}

/** Sends all events of a pointer to the box. A pointer that was released in the meantime is ignored. */
function capture({ currentTarget, pointerId }: PointerEvent): void {
  try {
    currentTarget.setPointerCapture(pointerId);
  } catch {
    // The pointer is no longer active.
  }
}

/** Returns the pointer handlers of the box: one pointer drags, two pinch. `moved` is true after a drag until the next press. */
function useDrag(view: View, onChange: (change: Change) => void) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const start = useRef({ x: 0, y: 0 });
  const moved = useRef(false);
  const [dragging, setDragging] = useState(false);
  const end = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    setDragging(false);
  };
  return {
    dragging,
    wasMoved: () => moved.current,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button > 0) return;
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        start.current = { x: event.clientX, y: event.clientY };
        moved.current = false;
      },
      onPointerMove: (event: PointerEvent) => {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const now = { x: event.clientX, y: event.clientY };
        const far = Math.hypot(now.x - start.current.x, now.y - start.current.y) > DRAG;
        if (!moved.current && !far) return;
        if (!moved.current) capture(event);
        moved.current = true;
        if (!dragging) setDragging(true);
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        pointers.current.set(event.pointerId, now);
        if (other) {
          const { left, top } = event.currentTarget.getBoundingClientRect();
          const length = (one: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
          const point = { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top };
          const factor = length(now) / length(before);
          onChange((current, layout) => zoomedAt(layout, current, factor, point));
        } else if (view.zoom > 1) {
          const [dx, dy] = [now.x - before.x, now.y - before.y];
          onChange((current, layout) =>
            clamped(layout, { ...current, x: current.x + dx, y: current.y + dy }),
          );
        }
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
