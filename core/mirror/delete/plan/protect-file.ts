import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { STAR, starPattern } from '../../../base/document/star-pattern.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from './messages.ts';
import type { ProtectedName } from './plan.ts';

/**
 * Reads the file of `--protect`, with one image per line and comments after `#`. A line is a repository,
 * `repository:tag` or `repository@sha256:…`, with or without `docker://` and the registry's host, a digest alone, or any
 * of them with `*` for any text.
 * @throws AirlockError `config-unreadable`; `config-invalid` with the line, also for one of another registry
 */
export async function readProtectFile(file: string, host: string): Promise<ProtectedName[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new AirlockError(
      'config-unreadable',
      t('protectUnreadable', { file, reason: asAirlockError(error).message }),
      {
        at: { file },
        cause: error,
      },
    );
  }
  return protectedNames(text, file, host);
}

/** In characters. Names of images are at most a quarter as long. */
const LONGEST_NAME = 1_024;

/** Parses a text like {@link readProtectFile}. */
export function protectedNames(text: string, file: string, host: string): ProtectedName[] {
  return text.split('\n').flatMap((raw, index) => {
    const line = raw.replace(/(^|\s)#.*$/s, '').trim();
    if (line === '') return [];
    const at = { file, line: index + 1 };
    const place = `${file}:${at.line}`;
    const reason = t('protectedBy', { place: `${basename(file)}:${at.line}` });
    const name = line.replace(/^docker:\/\//, '').replace(`${host}/`, '');
    if (name.length > LONGEST_NAME || !/^[\w*][\w.*/:@-]*$/.test(name))
      throw new AirlockError('config-invalid', t('protectInvalid', { place, line: JSON.stringify(line) }), {
        at,
        remedy: t('protectInvalidRemedy'),
      });
    const first = name.slice(0, name.indexOf('/'));
    if (/[.:]/.test(first) && !/^sha256:/.test(name))
      throw new AirlockError('config-invalid', t('protectElsewhere', { place, line, other: first, host }), {
        at,
        remedy: t('protectElsewhereRemedy'),
      });
    const parts = [...name].map((sign) => (sign === '*' ? STAR : sign.replace(/[.\\+?^${}()|[\]]/, '\\$&')));
    const pattern = new RegExp(`^${starPattern(parts, '.', 'e')}$`);
    return [
      {
        reason,
        matches: ({ repository, tag, digest }) =>
          [digest, repository, `${repository}:${tag}`, `${repository}@${digest}`].some((each) =>
            pattern.test(each),
          ),
      },
    ];
  });
}
