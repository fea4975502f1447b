import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { STAR, starPattern } from '../../../base/document/star-pattern.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { ProtectedName } from './plan.ts';

/**
 * Reads what `--protect` names: one image a line, `#` begins a comment. A line is a repository, `repository:tag` or
 * `repository@sha256:…`, with or without `docker://` and the registry's host, a digest alone, or any of them with `*`
 * for any text.
 * @throws AirlockError `config-unreadable`; `config-invalid` naming the line, also one of another registry
 */
export async function readProtectFile(file: string, host: string): Promise<ProtectedName[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new AirlockError('config-unreadable', `--protect ${file}: ${asAirlockError(error).message}`, {
      at: { file },
      cause: error,
    });
  }
  return protectedNames(text, file, host);
}

/** Characters. Names of images have a quarter of it. */
const LONGEST_NAME = 1_024;

/** As {@link readProtectFile}, of text that is already here. */
export function protectedNames(text: string, file: string, host: string): ProtectedName[] {
  return text.split('\n').flatMap((raw, index) => {
    const line = raw.replace(/(^|\s)#.*$/s, '').trim();
    if (line === '') return [];
    const at = { file, line: index + 1 };
    const reason = `${basename(file)}:${at.line} protects it`;
    const name = line.replace(/^docker:\/\//, '').replace(`${host}/`, '');
    if (name.length > LONGEST_NAME || !/^[\w*][\w.*/:@-]*$/.test(name))
      throw new AirlockError('config-invalid', `${file}:${at.line}: ${JSON.stringify(line)} names no image`, {
        at,
        remedy:
          'Write repository:tag, repository@sha256:DIGEST, a repository, or sha256:DIGEST; * is any text.',
      });
    const first = name.slice(0, name.indexOf('/'));
    if (/[.:]/.test(first) && !/^sha256:/.test(name))
      throw new AirlockError(
        'config-invalid',
        `${file}:${at.line}: ${line} is at ${first}, and images of ${host} are deleted`,
        { at, remedy: 'Write the name as it is at this registry.' },
      );
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
