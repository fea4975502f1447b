import { openRun } from '../core/audit/run-record.ts';
import { sha256 } from '../core/image/sha256.ts';

/**
 * Writes the audit record of a run with so many images below a workspace or state folder, with the engine's own writer.
 * Every 1,000th image failed.
 * @returns the run's number
 */
export async function recordManyImages(root: string, count: number): Promise<number> {
  const record = await openRun({
    runsDirectory: `${root}/working-dir/airlock/runs`,
    workflow: 'mirrorToDisk',
    arguments: ['mirror', `file://${root}`],
    configurations: [],
    toolVersion: 'airlock 0.1.0',
    overrides: [],
  });
  const counts = { total: count, copied: 0, present: 0, failed: 0 };
  for (let number = 0; number < count; number++) {
    const result = number % 1000 === 999 ? 'failed' : number % 3 === 0 ? 'present' : 'copied';
    counts[result]++;
    const name = `registry.example/many/image-${String(number).padStart(5, '0')}`;
    record.image({
      kind: 'generic',
      origin: `${name}:v1`,
      source: `docker://${name}:v1`,
      destination: `many/image-${number}:v1`,
      digest: sha256(name),
      deliverable: `part ${Math.floor(number / 2000) + 1}`,
      bytes: 1_000_000 + number * 100,
      verdict: 'not checked',
      result,
      attempts: result === 'failed' ? 6 : 1,
      ...(result === 'failed' && {
        error: {
          code: 'server-error',
          level: 'error',
          message: 'registry.example answered 500 six times',
          remedy: 'Try again later; what was copied is kept.',
          side: 'source',
        },
      }),
    });
  }
  await record.close({
    status: 'partial',
    counts: { images: counts, bytes: { fetched: 0, sent: 0, written: 0, present: 0 } },
  });
  return record.sequence;
}
