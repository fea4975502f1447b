import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { readFileStart } from '../../../base/files/regular-file.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import type { ConfigurationLine } from '../../../contract/topics/workspace.ts';
import { recordedRequest } from '../../../mirror/run/recorded-request.ts';
import { listRuns } from '../../../runs/audit/read-runs.ts';
import { runsFolder } from '../runs/run-places.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { requireUnchanged } from '../state/saved-file.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';

const LARGEST = 4 * 1024 * 1024;
/** Bytes of a file that are read to find its kind. */
const HEAD = 64 * 1024;
const KIND = /^[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?ImageSetConfiguration\b/m;

export function configurationHandlers(state: ServiceState): HandlersOf<'configurations'> {
  return {
    'configurations.list': async ({ workspace }) => {
      const directory = absolutePath(workspace, 'workspace');
      const used = await usedFiles(state, directory);
      const files = new Set([...used.keys(), ...(await configurationsIn(directory))]);
      const lines: ConfigurationLine[] = [];
      for (const file of files) {
        const found = await stat(file).catch(() => undefined);
        const usedAt = used.get(file);
        if (!found?.isFile()) continue;
        lines.push({
          file,
          name: basename(file),
          modifiedAt: found.mtime.toISOString(),
          usedAt: usedAt || undefined,
        });
      }
      const newest = ({ usedAt = '', modifiedAt = '' }: ConfigurationLine) => `${usedAt} ${modifiedAt}`;
      return { configurations: lines.sort((a, b) => (newest(a) < newest(b) ? 1 : -1)) };
    },
    'configurations.read': async ({ file }, { session }) => {
      const found = await readConfiguration(absolutePath(file, 'file'));
      // A read-only session must not get the keys and credentials of this account.
      if (session?.role !== 'operator' && !KIND.test(found.text.slice(0, HEAD)))
        throw new AirlockError('not-permitted', t('readOnlyFile', { file: found.file }), {
          side: 'local',
          at: { file: found.file },
        });
      return found;
    },
    'configurations.check': async ({ file, text }) => {
      const { parseImageSet } = await import('../../../image-set/config/load-image-set.ts');
      const name = file || t('unnamed');
      const { configuration, kind, apiVersion, problems } = parseImageSet(
        text,
        name,
        'ImageSetConfiguration',
      );
      return {
        ok: configuration !== undefined,
        kind: kind || undefined,
        apiVersion: apiVersion || undefined,
        operators: configuration && configuration.operators.length > 0,
        graph: configuration && configuration.platform?.graph === true,
        problems,
      };
    },
    'configurations.pin': async (requested, { signal }) => {
      const { pinCatalogs } = await import('./pin-catalogs.ts');
      return pinCatalogs(requested, state, signal);
    },
    'configurations.save': async ({ file, text, digest }) => {
      const path = absolutePath(file, 'file');
      await requireUnchanged(path, digest);
      await writeFileAtomic(path, text);
      return { file: path, digest: sha256(text) };
    },
  };
}

/** Returns a text file of at most 4 MiB. @param file absolute path. @throws AirlockError `config-unreadable` */
export async function readConfiguration(
  file: string,
): Promise<{ file: string; text: string; digest: string }> {
  const bytes = await readSmall(file);
  return { file, text: textOf(bytes, file), digest: sha256(bytes) };
}

/** Returns the configurations of runs and pushes of this workspace, with the time of their last use. */
async function usedFiles({ knownRoots }: ServiceState, workspace: string): Promise<Map<string, string>> {
  const used = new Map<string, string>();
  const roots = new Set([workspace, ...(await knownRoots()).map(({ root }) => root)]);
  for (const root of roots) {
    const runs = await listRuns(runsFolder(root)).catch(() => []);
    for (const { run } of runs) {
      if (!run) continue;
      const recorded = recordedRequest(run);
      if (recorded?.kind !== 'mirror' || !recorded.request.configFile) continue;
      const { workflow, configFile } = recorded.request;
      const from = workflow.kind === 'diskToMirror' ? workflow.from : root;
      if (from !== workspace && !from.startsWith(`${workspace}/`)) continue;
      if ((used.get(configFile) ?? '') < run.startedAt) used.set(configFile, run.startedAt);
    }
  }
  return used;
}

async function configurationsIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => !entry.isDirectory() && /\.ya?ml$/i.test(entry.name))
    .map(({ name }) => join(directory, name));
  const heads = await Promise.all(files.map(headOf));
  return files.filter((_, index) => KIND.test(heads[index]!));
}

async function headOf(file: string): Promise<string> {
  const start = await readFileStart(file, HEAD).catch(() => '');
  return typeof start === 'string' ? '' : start.toString('utf8');
}

async function readSmall(path: string): Promise<Buffer> {
  let size: number;
  try {
    const found = await stat(path);
    if (!found.isFile())
      throw new AirlockError('config-unreadable', t('notAFile', { file: path }), { at: { file: path } });
    size = found.size;
    if (size <= LARGEST) return await readFile(path);
  } catch (error) {
    if (error instanceof AirlockError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const message =
      code === 'ENOENT'
        ? t('fileMissing', { file: path })
        : t('fileUnreadable', { file: path, code: code ?? '' });
    throw new AirlockError('config-unreadable', message, { side: 'local', at: { file: path } });
  }
  throw new AirlockError('config-unreadable', t('fileTooLarge', { file: path, size }), {
    expected: t('mostBytes', { bytes: LARGEST }),
    found: String(size),
    at: { file: path },
  });
}

function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AirlockError('config-unreadable', t('notText', { file: path }), { at: { file: path } });
  }
}
