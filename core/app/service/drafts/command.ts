import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { Draft } from '../../../contract/topics/drafts.ts';
import { type MirrorSettings, mirrorSettings } from '../../../contract/topics/vocabulary.ts';
import { requestOf, shellCommand } from '../runs/run-request.ts';
import { absolutePath } from '../state/absolute-path.ts';
import { t } from './messages.ts';

/** The command and the run requests of a draft. */
export interface DraftCommand {
  /** Can be pasted into a shell. */
  command: string;
  /** Options of the first run. */
  settings: MirrorSettings;
  /** The push of a draft that mirrors to disk and then to a registry. */
  push?: MirrorSettings;
}

/**
 * Returns the command that does the same without the app, and the settings of its runs. Both come from one request, so they
 * always match.
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
  const { archiveSizeGiB, strictArchive, ...registryOptions } = options;
  const disk = (): MirrorSettings =>
    mirrorSettings.parse({ ...options, workflow: 'mirrorToDisk', directory, configFile, enclave });
  if (goal === 'disk') return [disk()];
  if (!destination)
    throw new AirlockError(
      'usage',
      { subject: 'draft.destination', statement: t('destinationMissing') },
      {
        remedy: t('destinationMissingRemedy'),
        at: { path: 'destination' },
      },
    );
  const push = { ...registryOptions, directory, destination, configFile, enclave };
  if (goal === 'registry') return [mirrorSettings.parse({ ...push, workflow: 'mirrorToMirror' })];
  return [disk(), mirrorSettings.parse({ ...push, workflow: 'diskToMirror' })];
}

/** Returns the workspace of a draft. @throws AirlockError `usage` when it has none yet */
function workspaceOf({ workspace }: Pick<Draft, 'workspace'>): string {
  if (workspace !== undefined) return absolutePath(workspace, 'draft.workspace');
  throw new AirlockError(
    'usage',
    { subject: 'draft.workspace', statement: t('workspaceMissing') },
    {
      remedy: t('workspaceMissingRemedy'),
      at: { path: 'workspace' },
    },
  );
}
