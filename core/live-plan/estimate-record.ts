import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const LINE = z.object({
  at: z.string(),
  /** Of the images that were selected. */
  selection: z.string(),
  /** Bytes as they were told before manifests were read, how many of them were guessed, and what they came to. */
  told: z.number(),
  guessed: z.number(),
  found: z.number().positive(),
});
type Line = z.infer<typeof LINE>;

/** How good estimates were: what the next ones may be off by is learned from it. */
export interface EstimateRecord {
  add(line: Omit<Line, 'at'>): Promise<void>;
  /** Share that guesses were off by, of what was guessed, over the last times; {@link UNKNOWN_ERROR} before the first. */
  error(): number;
  /** What was told of this selection before it was looked at, against what it is; 0.04: 4 % too much. */
  wasOffBy(selection: string): number | undefined;
  refresh(): Promise<void>;
}

/** Nothing was compared yet: sizes of images differ by more than this, sums of many by less. */
export const UNKNOWN_ERROR = 0.5;
const COUNTED = 10;

/** `estimates.jsonl`, one line a comparison. */
export function estimateRecord(path: string): EstimateRecord {
  let lines: Line[] = [];
  const refresh = async () => {
    const text = await readFile(path, 'utf8').catch(() => '');
    lines = text.split('\n').flatMap((line) => {
      try {
        return LINE.safeParse(JSON.parse(line)).data ?? [];
      } catch {
        return [];
      }
    });
  };
  return {
    refresh,
    async add(line) {
      const whole: Line = { at: new Date().toISOString(), ...line };
      lines.push(whole);
      await mkdir(dirname(path), { recursive: true });
      await appendFile(path, `${JSON.stringify(whole)}\n`);
    },
    error() {
      const last = lines.filter(({ guessed }) => guessed > 0).slice(-COUNTED);
      if (last.length === 0) return UNKNOWN_ERROR;
      const shares = last.map(({ told, found, guessed }) => Math.abs(told - found) / guessed);
      return shares.reduce((sum, share) => sum + share, 0) / last.length;
    },
    wasOffBy(selection) {
      const line = lines.findLast((each) => each.selection === selection && each.guessed > 0);
      return line && (line.told - line.found) / line.found;
    },
  };
}
