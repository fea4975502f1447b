import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { openSealedContent, sealedContent } from '../../base/files/sealed-records.ts';
import { OCP_GRAPH_URL } from '../../content/release/cincinnati.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';

/** What one update service answered before, below a folder of the user's cache. */
export interface SavedAnswers {
  folder: string;
  /** Contents are stored with a checksum; a damaged one counts as missing. Writing never fails: it ends as a problem. */
  files: Required<WorkingFiles>;
  /** When a file was written, in ms since 1970; undefined when it is missing or damaged. */
  writtenAt(name: string): Promise<number | undefined>;
  /** The address of the service without user and query. */
  service: string;
}

/**
 * @param directory of all kept graphs, e.g. `~/.cache/airlock/graphs`
 * @param updateUrl value of UPDATE_URL_OVERRIDE: services do not share what they answered
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
            message: `what the update service answered cannot be kept for later: ${message}`,
            remedy: 'It is used now all the same; let the cache folder be written for use without a network.',
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
