// node scripts/write-error-docs.ts: writes docs/errors.md from core/base/errors/codes.ts.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capitalized } from '../core/base/document/words.ts';
import { AirlockError } from '../core/base/errors/airlock-error.ts';
import { ERROR_CODES, type ErrorCode } from '../core/base/errors/codes.ts';
import { ROOT } from './run.ts';

const SOURCE = 'core/base/errors/codes.ts';
export const ERROR_DOCS = 'docs/errors.md';

const HEAD = `# Error codes

Every error has a code whose meaning never changes. Airlock prints a sentence and a remedy. With \`--json\`, the field \`code\`
contains the code. The message of a specific case may have a better remedy than the general one below.

The exit code applies if the error ends the command. If only images or releases fail, the run continues and exits with 2 (images
failed) or 5 (the signature of a release is missing or wrong).
`;

/** Returns the text of docs/errors.md: one heading per code, in the order and under the topics of the list. */
export function errorDocs(): string {
  const sections = topics().map(({ topic, codes }) => `## ${topic}\n\n${codes.map(entry).join('\n')}`);
  return `${HEAD}\n${sections.join('\n')}`;
}

function entry(code: ErrorCode): string {
  const [meaning, remedy] = ERROR_CODES[code];
  return `### \`${code}\`\n\n${meaning}. ${remedy} Exit code ${new AirlockError(code, '').exitCode}.\n`;
}

/** Returns the codes by topic. The comments between the codes are the topics, so that the list stays a plain object. */
function topics(): { topic: string; codes: ErrorCode[] }[] {
  const found: { topic: string; codes: ErrorCode[] }[] = [];
  for (const line of readFileSync(join(ROOT, SOURCE), 'utf8').split('\n')) {
    const topic = /^ {2}\/\/ (.+)$/.exec(line)?.[1];
    if (topic) found.push({ topic: capitalized(topic), codes: [] });
    const code = /^ {2}'?([a-z][a-z\d-]*)'?: \[/.exec(line)?.[1];
    if (code) found.at(-1)!.codes.push(code as ErrorCode);
  }
  return found;
}

if (import.meta.main) writeFileSync(join(ROOT, ERROR_DOCS), errorDocs());
