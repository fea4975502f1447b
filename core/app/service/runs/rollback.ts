import type { RollbackPreview, RollbackTag } from '../../../contract/topics/run.ts';
import type { RunRef } from '../../../contract/topics/vocabulary.ts';
import type { RollbackRequest, RolledBackTag } from '../../../mirror/rollback/rollback.ts';
import { recordedRequest } from '../../../mirror/run/recorded-request.ts';
import type { RunFile } from '../../../runs/audit/run-file.ts';
import { absolutePath } from '../state/absolute-path.ts';
import { foldersOf } from './run-request.ts';

/** Most tags that a preview lists. Counts include all tags. */
const MOST_TAGS = 2000;

/** The order of tags, most important first. */
const ORDER: readonly RollbackTag['state'][] = ['moved-since', 'missing', 'move', 'new', 'unchanged'];

/**
 * Returns the request that rolls back a push, with the access of that push to its destination.
 * @returns also the folders and registries of that push, for `hostFor`
 * @throws AirlockError `usage` for a folder that is not absolute
 */
export function rollbackOf(
  ref: RunRef,
  run: RunFile,
  force: boolean,
): { request: RollbackRequest; places: (string | undefined)[] } {
  const directory = absolutePath(ref.root, 'run.root');
  const requested = recordedRequest(run);
  const recorded = requested?.request;
  const destinationTlsVerify =
    recorded?.destinationTlsVerify ?? !run.overrides.includes('dest-tls-verify=false');
  const request = {
    directory,
    sequence: ref.sequence,
    force,
    arguments: [
      'runs',
      'rollback',
      `${ref.sequence}`,
      `file://${directory}`,
      ...(force ? ['--force'] : []),
      ...(destinationTlsVerify ? [] : ['--dest-tls-verify=false']),
      ...(recorded?.authFile !== undefined ? ['--authfile', recorded.authFile] : []),
    ],
    destinationTlsVerify,
    retryTimes: recorded?.retryTimes ?? 5,
    retryDelayMs: recorded?.retryDelayMs ?? 0,
    parallelImages: recorded?.parallelImages ?? 4,
    parallelLayers: recorded?.parallelLayers ?? 5,
    authFile: recorded?.authFile,
  };
  const places = requested?.kind === 'mirror' ? foldersOf(requested.request).places : [];
  return { request, places: [directory, ...places] };
}

/** Returns a preview as pages show it. */
export function rollbackPreviewOf(found: readonly RolledBackTag[]): RollbackPreview {
  const counts = { move: 0, unchanged: 0, new: 0, 'moved-since': 0, missing: 0 };
  const tags: RollbackTag[] = [];
  for (const { state, ...tag } of found) {
    // Only a rollback has these two states, because a preview moves nothing.
    if (state === 'moved' || state === 'failed') continue;
    counts[state]++;
    tags.push({ state, ...tag });
  }
  tags.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return { counts, tags: tags.slice(0, MOST_TAGS) };
}
