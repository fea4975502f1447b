import { shellWord } from '../../../base/document/shell-word.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { parseUntil } from '../../../base/schedule/parse-instant.ts';
import { instantText } from '../../../base/schedule/window.ts';
import { type MirrorSettings, mirrorSettings } from '../../../contract/topics/vocabulary.ts';
import { commandOf } from '../../../mirror/run/command-of.ts';
import type { MirrorRequest } from '../../../mirror/run/request.ts';
import { canonicalWindows } from '../../../mirror/run/run-schedule.ts';
import { type Destination, mirrorOf, parseDestination, type Workflow } from '../../../mirror/run/workflow.ts';
import { absolutePath } from '../state/absolute-path.ts';
import { t } from './messages.ts';

/**
 * Returns the request of a page in the form of the engine. `arguments` is the command that does the same without the app.
 * @throws AirlockError `usage` naming the field
 */
export function requestOf(settings: MirrorSettings): MirrorRequest {
  const path = (
    field:
      | 'configFile'
      | 'planFile'
      | 'requireSignature'
      | 'stateDirectory'
      | 'authFile'
      | 'policy'
      | 'registriesD'
      | 'configDirectory',
  ) => {
    const given = settings[field];
    return given === undefined ? {} : { [field]: absolutePath(given, `settings.${field}`) };
  };
  const {
    workflow: _workflow,
    directory: _directory,
    destination: _destination,
    from: _from,
    rate,
    first,
    attach,
    archiveSizeGiB,
    windows,
    until,
    ...rest
  } = settings;
  const request: MirrorRequest = {
    ...rest,
    workflow: workflowOf(settings),
    dryRun: false,
    rate,
    until: until === undefined ? undefined : instantText(parseUntil(until, { now: Date.now(), zone: 'UTC' })),
    windows: windows && windows.length > 0 ? canonicalWindows(windows) : undefined,
    first: first || undefined,
    arrivedOnly: settings.forRequest === undefined ? undefined : true,
    attach: attach?.map((file, index) => absolutePath(file, `settings.attach[${index}]`)),
    archiveSizeGiB,
    ...path('configFile'),
    ...path('planFile'),
    ...path('requireSignature'),
    ...path('stateDirectory'),
    ...path('authFile'),
    ...path('policy'),
    ...path('registriesD'),
    ...path('configDirectory'),
    arguments: [],
  };
  return { ...request, arguments: commandOf(request) };
}

function workflowOf(settings: MirrorSettings): Workflow {
  const directory = absolutePath(settings.directory, 'settings.directory');
  const source = sourceOf(settings.from);
  if (settings.workflow === 'mirrorToDisk') return { kind: 'mirrorToDisk', directory, ...source };
  if (!settings.destination)
    throw new AirlockError('usage', t('destinationMissing'), {
      remedy: t('destinationMissingRemedy'),
      at: { path: 'settings.destination' },
    });
  const destination = parseDestination(`docker://${settings.destination.replace(/^docker:\/\//, '')}`);
  return settings.workflow === 'diskToMirror'
    ? { kind: 'diskToMirror', from: directory, destination }
    : {
        ...{ kind: 'mirrorToMirror', workspace: directory, destination },
        fromRegistry: source.fromRegistry,
      };
}

/** Returns the source of a run that doesn't read from the original registries. */
function sourceOf(from: string | undefined): { from?: string; fromRegistry?: Destination } {
  if (from === undefined) return {};
  return from.startsWith('docker://')
    ? { fromRegistry: parseDestination(from) }
    : { from: absolutePath(from, 'settings.from') };
}

/** Returns the settings of a request as a page writes them; undefined for values that a page can't write. */
export function settingsOf(request: MirrorRequest): MirrorSettings | undefined {
  const { workflow } = request;
  const registry = mirrorOf(workflow);
  const folder = workflow.kind === 'mirrorToDisk' ? workflow.from : undefined;
  const place =
    workflow.kind === 'mirrorToDisk'
      ? { directory: workflow.directory }
      : {
          directory: workflow.kind === 'diskToMirror' ? workflow.from : workflow.workspace,
          destination: targetOf(workflow),
        };
  const from = registry ? `docker://${placeOf(registry)}` : folder;
  return mirrorSettings.safeParse({ ...request, workflow: workflow.kind, from, ...place }).data;
}

/** Returns the destination of a workflow: a folder, or `registry/path`. */
export function targetOf(workflow: Workflow): string {
  return workflow.kind === 'mirrorToDisk' ? workflow.directory : placeOf(workflow.destination);
}

/** Returns a place in a registry for display: `registry.lab:5000/ocp`. */
export function placeOf({ host, namespace }: Destination): string {
  return namespace ? `${host}/${namespace}` : host;
}

/** Returns the folders that a request uses. */
export function foldersOf(request: Pick<MirrorRequest, 'workflow' | 'stateDirectory' | 'configFile'>): {
  directory: string;
  /** All folders, files and registries that may belong to the practice world. */
  places: (string | undefined)[];
} {
  const { workflow, stateDirectory, configFile } = request;
  const directory =
    workflow.kind === 'mirrorToDisk'
      ? workflow.directory
      : workflow.kind === 'diskToMirror'
        ? workflow.from
        : workflow.workspace;
  const registry = workflow.kind === 'mirrorToDisk' ? undefined : workflow.destination.host;
  const from = workflow.kind === 'mirrorToDisk' ? workflow.from : undefined;
  const source = mirrorOf(workflow)?.host;
  return { directory, places: [directory, from, stateDirectory, configFile, registry, source] };
}

/** Returns `airlock …` in a form that can be pasted into a shell. */
export function shellCommand(words: readonly string[]): string {
  return ['airlock', ...words].map(shellWord).join(' ');
}
