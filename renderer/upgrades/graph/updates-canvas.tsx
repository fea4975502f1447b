import { memo, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { clippedArea, drawUpdates, updatesIn } from './all-updates.ts';
import type { GraphModel } from './model.ts';
import type { Area, Scaled } from './view.ts';

/** Most pixels of a canvas. */
const MOST_PIXELS = 8_000_000;
/** Time between two pictures while the first updates appear, ms. */
const REFRESH = 100;

/**
 * Draws thousands of updates on a canvas behind a diagram, over several frames. While the diagram is zoomed, the canvas is
 * only stretched, and drawn again afterward.
 */
export const UpdatesCanvas = memo(function UpdatesCanvas({
  model,
  zoomed,
  area,
  all,
  blocked,
  behind,
  zooming,
}: {
  model: GraphModel;
  zoomed: Scaled;
  area: Area;
  all: boolean;
  blocked: boolean;
  /** Whether a version is highlighted above it. */
  behind: boolean;
  zooming: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  /** What the canvas shows. */
  const [shown, setShown] = useState<{ model: GraphModel; zoomed: Scaled; area: Area; drawn: number }>();
  const shownModel = useRef<GraphModel>(undefined);
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colors
  useEffect(() => {
    const visible = canvas.current;
    if (zooming || !visible) return;
    const clipped = clippedArea(area, zoomed);
    const [width, height] = [clipped.x2 - clipped.x1, clipped.y2 - clipped.y1];
    const ratio = Math.min(window.devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (width * height)));
    const hidden = document.createElement('canvas');
    hidden.width = Math.ceil(width * ratio);
    hidden.height = Math.ceil(height * ratio);
    const pen = hidden.getContext('2d', { willReadFrequently: true });
    if (!pen) return;
    const indexes = updatesIn(model, zoomed, clipped, { all, blocked });
    const style = getComputedStyle(visible);
    const color = (name: string) => style.getPropertyValue(name).trim();
    const colors = {
      plain: color('--al-sub'),
      conditional: color('--al-warning'),
      blocked: color('--al-bad'),
    };
    let refreshed = Number.NEGATIVE_INFINITY;
    return drawUpdates(pen, { model, zoomed, indexes, area: clipped, ratio, colors }, (drawn) => {
      // The picture before stays until the next one is complete. Without one, the updates appear one after another.
      const now = performance.now();
      if (drawn < indexes.length && (shownModel.current === model || now - refreshed < REFRESH)) return;
      refreshed = now;
      if (drawn === indexes.length) shownModel.current = model;
      visible.width = hidden.width;
      visible.height = hidden.height;
      visible.getContext('2d')?.drawImage(hidden, 0, 0);
      setShown({ model, zoomed, area: clipped, drawn });
    });
  }, [model, zoomed, area, all, blocked, zooming, theme]);
  const place = shown?.model === model ? shown : undefined;
  const [across, down] = place
    ? [zoomed.width / place.zoomed.width, zoomed.height / place.zoomed.height]
    : [1, 1];
  return (
    <canvas
      ref={canvas}
      className="al-graph-all"
      hidden={!place}
      data-drawn={place?.drawn}
      style={{
        width: place && place.area.x2 - place.area.x1,
        height: place && place.area.y2 - place.area.y1,
        transform:
          place &&
          `translate(${place.area.x1 * across}px, ${place.area.y1 * down}px) scale(${across}, ${down})`,
        opacity: behind ? 0.5 : 1,
      }}
    />
  );
});

/** Returns the classes of the page, which contain the theme. */
function useTheme(): string {
  return useSyncExternalStore(
    onClass,
    () => document.documentElement.className,
    () => '',
  );
}

function onClass(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}
