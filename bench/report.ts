import { type Bar, spread } from './bars.ts';
import type { Sample } from './steps.ts';

/** What a benchmark leaves in `results.json`. */
export interface Results {
  date: string;
  machine: string;
  commit: string;
  world: string;
  needed: { images: number; blobs: number; bytes: number };
  samples: Sample[];
  bars: Bar[];
}

const MB = 1e6;

/** The figures in Markdown: a table of the steps with median (least to most), and the bars. */
export function tables({ date, machine, commit, world, needed, samples, bars }: Results): string {
  const steps = [...new Set(samples.map(({ step }) => step))];
  const rows = steps.map((step) => {
    const of = samples.filter((sample) => sample.step === step);
    const cell = (value: (sample: Sample) => number, digits: number) => spreadText(of.map(value), digits);
    return [
      step,
      String(of.length),
      cell((s) => s.wallSeconds, 2),
      cell((s) => s.cpuSeconds, 2),
      cell((s) => s.serversCpuSeconds, 2),
      cell((s) => s.peakBytes / MB, 0),
      cell((s) => s.upstream.bytesDown / MB, 1),
      cell((s) => s.destination.bytesUp / MB, 1),
      cell((s) => s.writtenBytes / MB, 1),
      cell((s) => s.upstream.requests, 0),
      cell((s) => s.destination.requests, 0),
    ];
  });
  return [
    `${date}, commit ${commit}. ${machine}.`,
    `World: ${world}. Required: ${needed.images} images, ${needed.blobs} unique blobs, ${(needed.bytes / MB).toFixed(1)} MB (including cosign signatures).`,
    '',
    'Each cell is the median (lowest to highest). CPU time, memory and bytes written cover the complete process tree. Bytes fetched, bytes sent and requests are as counted at the registries.',
    '',
    table(
      [
        'step',
        'runs',
        'wall s',
        'CPU s',
        'CPU s of servers',
        'peak MB',
        'fetched MB',
        'sent MB',
        'written MB',
        'requests up',
        'requests down',
      ],
      rows,
    ),
    '',
    table(
      ['figure', 'target', 'measured', ''],
      bars.map(({ figure, bar, measured, contains: matches }) => [
        figure,
        bar,
        measured,
        matches ? 'met' : '**missed**',
      ]),
    ),
  ].join('\n');
}

/** Returns the median, and the lowest and the highest value if they differ. */
export function spreadText(values: number[], digits: number): string {
  const { median, least, most } = spread(values);
  const [text, lowest, highest] = [median, least, most].map((value) => value.toFixed(digits));
  return lowest === highest ? text! : `${text} (${lowest} to ${highest})`;
}

/** Returns a table in Markdown. */
export function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** The marks in RESULTS.md between which each benchmark writes. */
const MARKS = {
  mirroring: ['<!-- figures: written by `npm run bench` -->', '<!-- end of figures -->'],
  screens: ['<!-- screens: written by `npm run bench:screens` -->', '<!-- end of screens -->'],
  catalog: ['<!-- catalog: written by `node bench/catalog.ts` -->', '<!-- end of catalog -->'],
  media: ['<!-- media: written by `node bench/media.ts` -->', '<!-- end of media -->'],
  hosts: ['<!-- hosts: written by `node bench/hosts-table.ts` -->', '<!-- end of hosts -->'],
  growth: ['<!-- growth: written by `npm run bench:growth` -->', '<!-- end of growth -->'],
  workers: ['<!-- workers: written by `npm run bench:workers` -->', '<!-- end of workers -->'],
  links: ['<!-- links: written by `npm run bench:links` -->', '<!-- end of links -->'],
  'first-layer': [
    '<!-- first-layer: written by `npm run bench:first-layer` -->',
    '<!-- end of first-layer -->',
  ],
  soak: ['<!-- soak: written by `npm run stress -- soak` -->', '<!-- end of soak -->'],
  'soak-installed': [
    '<!-- soak, as installed: written by `npm run stress -- soak` -->',
    '<!-- end of soak, as installed -->',
  ],
} as const;

/** Puts the figures into RESULTS.md, whose other text is written by people. @throws Error when its marks are gone */
export function withFigures(
  document: string,
  figures: string,
  part: keyof typeof MARKS = 'mirroring',
): string {
  const [first, last] = MARKS[part];
  const [begin, end] = [document.indexOf(first), document.indexOf(last)];
  if (begin < 0 || end < begin) throw new Error(`RESULTS.md has lost the lines ${first} and ${last}`);
  return `${document.slice(0, begin + first.length)}\n\n${figures}\n\n${document.slice(end)}`;
}
