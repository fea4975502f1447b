import axe from 'axe-core';
import { expect, type Locator, type Page } from './app.ts';
import { sentence } from './steps.ts';

/** Rules of WCAG 2.2 up to AA, those of every version before it included. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Dark in the narrow layout, light in the wide one that tests go on with: colours are the same in both, places too. */
const LOOKS = [
  { colorScheme: 'dark', size: { width: 1024, height: 700 } },
  { colorScheme: 'light', size: { width: 1440, height: 900 } },
] as const;

/** A screen in one of its states; `fold` is what must be seen without scrolling at 1024x700 (design section 5). */
export interface State {
  name: string;
  /** The sentence; a dialog has its own heading in front of it. */
  says?: RegExp;
  fold?: Locator[];
}

/** No rule is broken in either look; at 1024x700 nothing is cut off at a side, and what matters is seen at once. */
export async function check(page: Page, { name, says, fold = [] }: State): Promise<void> {
  if (says) await expect(sentence(page)).toHaveText(says);
  for (const { colorScheme, size } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await still(page);
    expect.soft(await violations(page), `${name}, ${colorScheme}`).toEqual([]);
    if (size.width > 1024) continue;
    expect.soft(await page.evaluate(cutOff), `${name}: cut off at 1024x700`).toEqual([]);
    for (const locator of fold)
      await expect.soft(locator, `${name}: above the fold`).toBeInViewport({ ratio: 1, timeout: 2000 });
  }
}

/** What breaks a rule. The rules are brought into a page once: that takes longer than to apply them. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return await page.evaluate(async (values) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const found = await run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
    );
  }, TAGS);
}

/**
 * Nothing moves or fades any more: half-faded colours have another contrast. What moves is put at its end; waiting for
 * it takes longer, and for ever where the browser draws no frame because nothing that is seen changes.
 */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // The page is told of another theme before a frame is drawn; what it does then is in the next one.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });
}

/** Runs in the page. What is wider than its place and neither says so by an ellipsis nor is a text that scrolls. */
function cutOff(): string[] {
  const mayScroll = 'pre, pre *, .cm-scroller, input, textarea, select';
  // The drawer of the help waits beyond the edge.
  const waits = '.pf-v6-c-drawer__main';
  const page = document.scrollingElement!;
  const found = page.scrollWidth > page.clientWidth ? ['the page'] : [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.matches(`${mayScroll}, ${waits}`)) continue;
    const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
    if (overflowX === 'visible' || textOverflow === 'ellipsis' || clipPath !== 'none') continue;
    found.push(
      `${element.tagName.toLowerCase()}.${element.className}: ${element.scrollWidth} px in ${element.clientWidth}`,
    );
  }
  return found;
}
