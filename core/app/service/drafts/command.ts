import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { Draft } from '../../../contract/topics/drafts.ts';
import { type MirrorSettings, mirrorSettings } from '../../../contract/topics/vocabulary.ts';
import { requestOf, shellCommand } from '../runs/run-request.ts';
import { absolutePath } from '../state/absolute-path.ts';

/** What a draft asks for, as runs are asked for. */
export interface DraftCommand {
  /** To be pasted into a shell. */
  command: string;
  /** Of the first run. */
  settings: MirrorSettings;
  /** To disk and to a registry: the push of what was carried to disk. */
  push?: MirrorSettings;
}

/**
 * The command that does the same headless, and the settings of its runs: both from the same request, so that they cannot
 * differ.
 * @throws AirlockError `usage` naming the field of the draft that is missing or wrong
 */
export function draftCommand(draft: Draft): DraftCommand {
  const settings = stepsOf(draft);
  const [first, push] = settings;
  const commands = [first, ...(push ? [push] : [])].map((each) => shellCommand(requestOf(each).arguments));
  return { command: commands.join(' && '), settings: first, push };
}

function stepsOf(draft: Draft): [MirrorSettings, MirrorSettings?] {
  const { goal, enclave, options, destination } = draft;
  const configFile = absolutePath(draft.file, 'draft.file');
  const directory = workspaceOf(draft);
  const { archiveSizeGiB, ...registryOptions } = options;
  const disk = (): MirrorSettings =>
    mirrorSettings.parse({ ...options, workflow: 'mirrorToDisk', directory, configFile, enclave });
  if (goal === 'disk') return [disk()];
  if (!destination)
    throw new AirlockError(
      'usage',
      { subject: 'draft.destination', statement: 'the registry to push to is missing' },
      {
        remedy: 'Name it as HOST:PORT or HOST:PORT/PATH.',
        at: { path: 'destination' },
      },
    );
  const push = { ...registryOptions, directory, destination, configFile, enclave };
  if (goal === 'registry') return [mirrorSettings.parse({ ...push, workflow: 'mirrorToMirror' })];
  return [disk(), mirrorSettings.parse({ ...push, workflow: 'diskToMirror' })];
}

/** The workspace of a draft. @throws AirlockError `usage` when it has none yet */
function workspaceOf({ workspace }: Pick<Draft, 'workspace'>): string {
  if (workspace !== undefined) return absolutePath(workspace, 'draft.workspace');
  throw new AirlockError(
    'usage',
    { subject: 'draft.workspace', statement: 'the workspace is missing' },
    {
      remedy: 'Choose the folder that the archive sets and records are kept in.',
      at: { path: 'workspace' },
    },
  );
}
