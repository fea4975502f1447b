import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import type { RequestParsed } from '../../../contract/contract.ts';
import type { SavedHostSet } from '../../../contract/topics/hosts.ts';
import { readHostTable } from '../../../nmstate/hosts/host-table.ts';
import { shortName } from '../../../nmstate/model/host.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { contentOf } from '../state/saved-file.ts';
import type { ServiceState } from '../state/state.ts';
import { adoptHandlers } from './adopt.ts';
import { createHostSets } from './host-sets.ts';
import { importHosts, textOf } from './hosts-import.ts';
import { type BmcCredentials, makeOutputs, needAll, type OutputFile } from './hosts-outputs.ts';
import { t } from './messages.ts';
import { tableErrors } from './table-errors.ts';

/** Stands for the credentials that are given when the files are saved, so that a preview contains every file. */
const LATER = { username: t('enteredLater'), password: t('enteredLater') };

/** Returns the handlers of `hosts.*`: edit host sets, import hosts, and generate files from them. */
export function hostsHandlers({ options, host }: ServiceState): HandlersOf<'hosts'> {
  const sets = createHostSets(options.configDirectory);
  return {
    ...adoptHandlers(host),
    'hosts.list': () => sets.list(),
    'hosts.read': ({ id }) => sets.read(id),
    'hosts.save': async (set) => ({ savedAt: await sets.save(set) }),
    'hosts.remove': async ({ id }) => {
      await sets.remove(id);
      return {};
    },
    'hosts.import': ({ path }) => importHosts(absolutePath(path, 'path')),
    'hosts.outputs': async ({ set, output }) => {
      const { files, ...rest } = await makeOutputs(set, output, () => LATER);
      return {
        files: files.map(({ file, about, preview, secret }) => ({ file, about, text: preview, secret })),
        ...rest,
      };
    },
    'hosts.saveOutputs': async (input) => {
      const directory = absolutePath(input.directory, 'directory');
      rejectErrors(input.set);
      const { files } = await makeOutputs(input.set, input.output, await credentialsFor(input));
      for (const { file, text } of files) {
        const there = await contentOf(join(directory, file));
        if (there && there.toString('utf8') !== text && !input.overwrite)
          throw new AirlockError('file-changed', t('fileExists', { file: join(directory, file) }), {
            side: 'local',
            remedy: t('fileExistsRemedy'),
            at: { file: join(directory, file) },
          });
      }
      for (const made of files) await write(directory, made);
      return { directory, files: files.map(({ file }) => file) };
    },
  };
}

/** @throws AirlockError `usage` if the table of a set has errors, because its files would contain them */
function rejectErrors(set: SavedHostSet): void {
  const [first] = tableErrors(set);
  if (first)
    throw new AirlockError('usage', t('tableErrors', { first: first.message }), {
      side: 'local',
      remedy: t('tableErrorsRemedy'),
      at: { path: 'set.hosts' },
    });
}

async function write(directory: string, { file, text, secret }: OutputFile): Promise<void> {
  // The file is always created anew: an existing file that others can read is replaced.
  await writeFileAtomic(join(directory, file), text, { mode: secret ? 0o600 : 0o644 }).catch(
    (error: unknown) => {
      throw asAirlockError(error);
    },
  );
}

async function credentialsFor({
  set,
  output,
  username,
  password,
  passwordFile,
}: RequestParsed<'hosts.saveOutputs'>): Promise<BmcCredentials> {
  if (passwordFile === undefined) return () => (password === undefined ? undefined : { password, username });
  const file = absolutePath(passwordFile, 'passwordFile');
  const known = new Map(
    readHostTable(await textOf(file), { file }).hosts.flatMap(({ name, bmc }) =>
      bmc?.password === undefined ? [] : [[shortName(name), bmc] as const],
    ),
  );
  const named = output.kind === 'scale-out' ? new Set(output.hosts) : undefined;
  needAll(
    set.hosts
      .filter(({ name, bmc }) => bmc && (named?.has(name) ?? true) && !known.has(shortName(name)))
      .map(({ name }) => name),
  );
  return (name) => {
    const bmc = known.get(name);
    return bmc && { password: bmc.password!, username: bmc.username };
  };
}
