/** Buttons that act. Buttons for quick steps, such as those of a zoom, are plain, links or controls. */
const ACTIONS = ':is(.pf-m-primary, .pf-m-secondary, .pf-m-danger, .pf-m-warning)';

/**
 * Ignores the second click of a double click on a button that acts. After the first click, its place may have a button that
 * nobody could read yet: a confirmation, the start of the run after its plan, the pause of the run.
 */
export function ignoreDoubleClicks(root: EventTarget): void {
  root.addEventListener(
    'click',
    (event) => {
      const { detail, target } = event as MouseEvent;
      // Keys have 0.
      if (detail < 2 || !(target instanceof Element) || !target.closest(ACTIONS)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
