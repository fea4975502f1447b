import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { appendLines, lineValues } from '../../../base/files/line-files.ts';
import { openRecords, sealedRecord } from '../../../base/files/sealed-records.ts';

const LINE = z.object({
  at: z.string(),
  /** Of the images that were selected. */
  selection: z.string(),
  /** Bytes as they were told before manifests were read, how many of them were guessed, and what they came to. */
  reported: z.number(),
  guessed: z.number(),
  /** Of these, by nothing but what is usual. */
  typical: z.number(),
  found: z.number().positive(),
});
type Line = z.infer<typeof LINE>;

/** How good estimates were: what the next ones may be off by is learned from it. */
export interface EstimateRecord {
  add(line: Omit<Line, 'at'>): Promise<void>;
  /** What a sum may be off by, in bytes, as guesses of that kind were over the last times. */
  error(guessed: Guessed): number;
  /** What was told of this selection before it was looked at, against what it is; 0.04: 4 % too much. */
  wasOffBy(selection: string): number | undefined;
  refresh(): Promise<void>;
}

/** Bytes that are guessed, and those of them that are guessed by nothing but what is usual. */
export interface Guessed {
  guessed: number;
  typical: number;
}

/** Shares of what is guessed, while nothing was compared: what is usual says less than what was looked at. */
const FIRST = { learned: 0.2, typical: 0.5 };
const COUNTED = 10;
const mostly = ({ guessed, typical }: Guessed) => (typical * 2 > guessed ? 'typical' : 'learned');

/** `estimates.jsonl`, one line a comparison. */
export function estimateRecord(path: string): EstimateRecord {
  let lines: Line[] = [];
  const refresh = async () => {
    const text = await readFile(path, 'utf8').catch(() => '');
    lines = lineValues(openRecords(text, 'estimates.jsonl'), (value) => LINE.safeParse(value).data);
  };
  return {
    refresh,
    async add(line) {
      const complete: Line = { at: new Date().toISOString(), ...line };
      lines.push(complete);
      await appendLines(path, sealedRecord(JSON.stringify(complete)), { synced: false });
    },
    error(now) {
      const kind = mostly(now);
      const last = lines.filter((line) => line.guessed > 0 && mostly(line) === kind).slice(-COUNTED);
      if (last.length === 0) return FIRST[kind] * now.guessed;
      const shares = last.map(({ reported, found, guessed }) => Math.abs(reported - found) / guessed);
      return (shares.reduce((sum, share) => sum + share, 0) / last.length) * now.guessed;
    },
    wasOffBy(selection) {
      const line = lines.findLast((each) => each.selection === selection && each.guessed > 0);
      return line && (line.reported - line.found) / line.found;
    },
  };
}
