import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

/** Returns the width of an element, px. @param initial until it is known */
export function useWidth(element: RefObject<HTMLElement | null>, initial: number): number {
  const [width, setWidth] = useState(initial);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const measure = () => observed.clientWidth > 0 && setWidth(observed.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Height of a page that isn't in a browser, px. */
const USUAL_HEIGHT = 900;

/** Returns the height of the page, px. */
export function usePageHeight(): number {
  return useSyncExternalStore(
    onResize,
    () => window.innerHeight,
    () => USUAL_HEIGHT,
  );
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
