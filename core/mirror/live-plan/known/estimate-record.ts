import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { appendLines, lineValues } from '../../../base/files/line-files.ts';
import { openRecords, sealedRecord } from '../../../base/files/sealed-records.ts';

const LINE = z.object({
  at: z.string(),
  /** Key of the selected images. */
  selection: z.string(),
  /** Bytes shown before manifests were read, how many of them were estimated, and the actual bytes. */
  estimated: z.number(),
  guessed: z.number(),
  /** Estimated bytes from typical sizes. */
  typical: z.number(),
  found: z.number().positive(),
});
type Line = z.infer<typeof LINE>;

/** The errors of earlier estimates, from which the errors of the next ones are derived. */
export interface EstimateRecord {
  add(line: Omit<Line, 'at'>): Promise<void>;
  /** Returns the expected error of a sum in bytes, from the last errors of estimates of the same kind. */
  error(guessed: Guessed): number;
  /** Returns the error of the estimate of this selection. 0.04 is 4 % too high. */
  previousError(selection: string): number | undefined;
  refresh(): Promise<void>;
}

/** Estimated bytes, and the part from typical sizes. */
export interface Guessed {
  guessed: number;
  typical: number;
}

/** Errors as shares of the estimates before any comparison. Typical sizes are less exact than known images. */
const FIRST = { learned: 0.2, typical: 0.5 };
const COUNTED = 10;
const mostly = ({ guessed, typical }: Guessed) => (typical * 2 > guessed ? 'typical' : 'learned');

/** `estimates.jsonl`, with one comparison per line. */
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
      const shares = last.map(
        ({ estimated: reported, found, guessed }) => Math.abs(reported - found) / guessed,
      );
      return (shares.reduce((sum, share) => sum + share, 0) / last.length) * now.guessed;
    },
    previousError(selection) {
      const line = lines.findLast((each) => each.selection === selection && each.guessed > 0);
      return line && (line.estimated - line.found) / line.found;
    },
  };
}
