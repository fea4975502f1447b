import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WritableFiles } from '../../base/collected/collected.ts';
import { asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { openSealedContent, sealedContent } from '../../base/files/sealed-records.ts';
import { OCP_GRAPH_URL } from '../../content/release/cincinnati.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';
import { t } from './messages.ts';

/** Saved responses of one update service, below a folder of the user's cache. */
export interface SavedAnswers {
  folder: string;
  /** Contents are stored with a checksum, and a damaged one counts as missing. A failed write is reported as a problem. */
  files: WritableFiles;
  /** Returns when a file was written, in ms since 1970, or undefined if it is missing or damaged. */
  writtenAt(name: string): Promise<number | undefined>;
  /** The address of the service without user and query. */
  service: string;
}

/**
 * Returns the saved responses of an update service.
 * @param directory folder of all saved graphs, for example `~/.cache/airlock/graphs`
 * @param updateUrl value of UPDATE_URL_OVERRIDE. Each service has its own responses.
 */
export function savedAnswers(
  directory: string,
  updateUrl: string | undefined,
  onProblem: (problem: Problem) => void,
): SavedAnswers {
  const service = addressOf(updateUrl || OCP_GRAPH_URL);
  const folder = join(directory, createHash('sha256').update(service).digest('hex').slice(0, 16));
  const files = workingFiles(folder, { colons: true });
  const read = async (name: string) => openSealedContent(await files.read(name), join(folder, name));
  let reported = false;
  return {
    service,
    folder,
    files: {
      ...files,
      read,
      async write(name, content) {
        try {
          await files.write(name, sealedContent(content));
        } catch (thrown) {
          const { code, message } = asAirlockError(thrown);
          if (reported) return;
          reported = true;
          onProblem({
            code,
            level: 'warning',
            message: t('responseNotSaved', { reason: message }),
            remedy: t('responseNotSavedRemedy'),
          });
        }
      },
    },
    async writtenAt(name) {
      const found = await stat(join(folder, ...name.split('/'))).catch(() => undefined);
      return found && (await read(name).catch(() => undefined)) ? found.mtimeMs : undefined;
    },
  };
}

function addressOf(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}
