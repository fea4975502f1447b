import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { inertJson } from '../../base/document/inert-text.ts';
import { appendFile } from '../../base/files/created-files.ts';
import { EXPECTED_FILE } from '../audit/run-file.ts';
import { withoutSecrets } from '../audit/without-secrets.ts';

const LINES_AT_ONCE = 500;
/** Only texts with one of these can contain secrets. References don't contain any. */
const SUSPECT = /@(?!sha\d+:)|:\/\/|[?#]/;

/** An image that a run will attempt: a line of expected.jsonl. */
export interface ExpectedImage {
  origin: string;
  source: string;
  /** Its name in the result. */
  destination: string;
  /** Empty while unknown. */
  digest: string;
  deliverable: string;
  kind: string;
  /** Bytes, if they are known before its manifest is read. */
  bytes?: number;
}

/**
 * Writes expected.jsonl, a few hundred lines at a time, so that it doesn't block a run with many images. Never throws,
 * because the file only shows progress.
 */
export async function writeExpected(directory: string, images: readonly ExpectedImage[]): Promise<void> {
  const path = join(directory, EXPECTED_FILE);
  try {
    for (let at = 0; at < images.length; at += LINES_AT_ONCE) {
      const lines = images.slice(at, at + LINES_AT_ONCE).map((image) => {
        const suspect = SUSPECT.test(image.origin) || SUSPECT.test(image.source);
        const clean = suspect
          ? { ...image, origin: withoutSecrets(image.origin), source: withoutSecrets(image.source) }
          : image;
        return `${inertJson(clean)}\n`;
      });
      await appendFile(path, lines.join(''));
      await turn();
    }
  } catch {
    // The run itself reports a full disk.
  }
}
