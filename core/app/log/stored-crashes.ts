import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { HostFacts } from '../../mirror/run/request.ts';
import { reportFiles } from './crash-report.ts';
import { logDirectory } from './log.ts';

const CRASH_REPORT = z.object({
  time: z.string(),
  source: z.string(),
  message: z.string(),
});

/** A crash report of this user. */
export interface StoredCrash extends z.infer<typeof CRASH_REPORT> {
  /** Absolute path of the report. */
  file: string;
}

/** Returns the crash reports of a user, latest first. Damaged ones are omitted. */
export function storedCrashes(host: Pick<HostFacts, 'env' | 'home'>): StoredCrash[] {
  return reportFiles(logDirectory(host))
    .toReversed()
    .flatMap((file) => {
      try {
        return [{ file, ...CRASH_REPORT.parse(JSON.parse(readFileSync(file, 'utf8'))) }];
      } catch {
        return [];
      }
    });
}
