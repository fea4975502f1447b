// node scripts/write-accessibility-docs.ts: runs the accessibility checks in Chromium, and writes docs/accessibility.md.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessibilityTable, CRITERIA, type CriterionResult, RESULTS } from './accessibility-table.ts';
import { ROOT, run } from './run.ts';

const HEAD = `# Accessibility

The app is checked for WCAG 2.2, level AA: browser tests run the checks below on every screen with content. A failed check fails the
tests. The checks don't cover all success criteria, see [Known limits](#known-limits). To repeat them and write this page, run
\`node scripts/write-accessibility-docs.ts\`.

## Checks

`;

const FOOT = `
## Dialogs and keys

\`e2e/layout.e2e.ts\` checks that dialogs trap the focus and return it. \`e2e/accessibility.e2e.ts\` applies axe to dialogs, menus,
running, paused and failed runs, and to what is in view at 1024x700. The keys are listed in [the design](design.md#keyboard) and in the
app: press \`?\`.

## Known limits

- The checks of names, focus, forced colors, motion, spacing and reflow use the first state of each screen. axe, keyboard and zoom
  use all states.
- The desktop window can't be smaller than 1024x700. Below 900 px, use zoom, or the app in a browser.
- At 320 px, tables, diagrams and code scroll sideways in their own area, as WCAG 1.4.10 allows.
- Diagrams of upgrade graphs and sites have the same content as tables or lists next to them, because a screen reader reads a
  diagram one version or site at a time.
- The tests use Chromium and its accessibility tree. They don't replace a test with a screen reader, which wasn't part of them.
- The command line prints plain text. It uses no color if \`NO_COLOR\` is set or the output isn't a terminal.

## Report a problem

Open an issue with the screen, the size of the window, the zoom, the browser or desktop version, and the assistive technology.
Don't attach pull secrets or records with internal names.
`;

await rm(RESULTS, { recursive: true, force: true });
await run('browser tests', 'node', ['scripts/test-e2e.ts', 'e2e/layout']);
const files = await readdir(RESULTS);
const texts = await Promise.all(files.sort().map((file) => readFile(new URL(file, RESULTS), 'utf8')));
const results = texts.flatMap((text): CriterionResult[] => JSON.parse(text));
const checks = Object.values(CRITERIA).map(([name, about]) => `- **${name}**: ${about}`);
const screens = `\n\n## Screens\n\n${accessibilityTable(results)}\n`;
await writeFile(join(ROOT, 'docs', 'accessibility.md'), HEAD + checks.join('\n') + screens + FOOT);
