/** The checks of `e2e/layout.e2e.ts` and the success criteria of WCAG 2.2 that they belong to. */
export const CRITERIA = {
  axe: [
    'axe',
    'all rules of axe for WCAG 2.2 A and AA, in both themes, with target size (2.5.8) and contrast (1.4.3)',
  ],
  keyboard: ['Keyboard', 'Tab reaches every control, and its focus is visible (2.1.1, 2.4.7)'],
  names: ['Names', 'every control has a name in the accessibility tree of the browser (4.1.2)'],
  focus: ['Focus', 'no other content hides the control that has the focus (2.4.11)'],
  forcedColors: [
    'Forced colors',
    'focus, selection, bars, icons and diagrams are visible with forced colors, as in the contrast themes of Windows (1.4.11)',
  ],
  motion: ['Motion', 'nothing moves when the system asks for reduced motion (2.2.2, 2.3.3)'],
  zoom: [
    '200 % zoom',
    'no text is cut off or covered at 1440x900 with 200 % zoom, nor at 1024 to 2560 px (1.4.4)',
  ],
  spacing: ['Spacing', 'no text is cut off or covered with wider line, letter and word spacing (1.4.12)'],
  reflow: [
    '320 px',
    'at 320 CSS pixels, such as 1280 px with 400 % zoom, only tables, diagrams and code scroll sideways (1.4.10)',
  ],
} as const;

export type Criterion = keyof typeof CRITERIA;

/** The result of a check of one state of a screen. */
export interface CriterionResult {
  criterion: Criterion;
  route: string;
  /** Number of defects. */
  defects: number;
}

/** The folder where the browser tests write their results. */
export const RESULTS = new URL('../dist/accessibility/', import.meta.url);

/** Returns the table of screens and checks. A check without a result is shown as such. */
export function accessibilityTable(results: readonly CriterionResult[]): string {
  const routes = [...new Set(results.map(({ route }) => route))];
  const criteria = Object.keys(CRITERIA) as Criterion[];
  const cell = (route: string, criterion: Criterion): string => {
    const found = results.filter((result) => result.route === route && result.criterion === criterion);
    if (found.length === 0) return 'not checked';
    return found.every(({ defects }) => defects === 0) ? 'pass' : '**fail**';
  };
  const head = ['screen', ...criteria.map((criterion) => CRITERIA[criterion][0])];
  const rows = routes.map((route) => [
    `\`${route}\``,
    ...criteria.map((criterion) => cell(route, criterion)),
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
