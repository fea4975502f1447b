import { randomUUID } from 'node:crypto';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { RequestOutput, RequestParsed } from '../../../contract/contract.ts';
import { type Draft, draft as draftSchema } from '../../../contract/topics/drafts.ts';
import { convertToV2 } from '../../../image-set/config/convert-v1alpha2.ts';
import { emptyImageSet } from '../../../image-set/form/empty-image-set.ts';
import { readConfiguration } from '../configurations/configurations.ts';
import { lastConfiguration } from '../configurations/last-configuration.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import { freeName } from '../state/saved-file.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';
import type { Planners } from './planners.ts';

type Started = RequestOutput<'drafts.start'>;
type Start = RequestParsed<'drafts.start'>;

const FILE_NAME = 'imageset-config';

/**
 * Returns the first text of a configuration. It writes nothing and reads only files.
 * @throws AirlockError `config-unreadable`, `not-found` when nothing was carried to the enclave, `usage`
 */
export async function startDraft(
  start: Start,
  state: ServiceState,
  planners: Planners,
  /** Files of other drafts, which may not exist yet. */
  planned: readonly string[],
  signal: AbortSignal,
): Promise<Started> {
  const workspace = optionalPath(start.workspace, 'workspace');
  const place = workspace ?? state.host.home;
  switch (start.kind) {
    case 'new':
      return started({ file: await freeName(place, FILE_NAME, planned), text: emptyImageSet(), workspace });
    case 'file': {
      const { file, text, digest } = await readConfiguration(absolutePath(start.file, 'file'));
      const converted = inFormatOfV2(text, file);
      return started({ file, digest, text: converted.text, workspace }, { changes: converted.changes });
    }
    case 'last-transfer': {
      const last = await lastConfiguration(place, start.enclave);
      if (!last)
        throw new AirlockError(
          'not-found',
          t('transferMissing', { workspace: place, enclave: start.enclave }),
          { side: 'local', remedy: t('transferMissingRemedy') },
        );
      const own = last.file && (await readConfiguration(last.file).catch(() => undefined));
      // A file that has changed since isn't overwritten with the old text.
      const same = own && own.text === last.text ? { file: own.file, digest: own.digest } : undefined;
      const converted = inFormatOfV2(last.text, last.transfer);
      return started(
        {
          ...(same ?? { file: await freeName(place, FILE_NAME, planned) }),
          text: converted.text,
          workspace,
          enclave: start.enclave,
        },
        { changes: converted.changes },
      );
    }
    case 'inventory': {
      const { suggestedDraft } = await import('./suggestion.ts');
      const { text, reasons, from } = await suggestedDraft(start, state, planners, signal);
      const wanted = { inventory: start.inventory, to: start.to, from: from || undefined };
      return started(
        { file: await freeName(place, FILE_NAME, planned), text, workspace, ...wanted },
        { reasons },
      );
    }
  }
}

function started(
  fields: Partial<Omit<Draft, 'workspace'>> &
    Pick<Draft, 'file' | 'text'> & { workspace: string | undefined },
  reported: { changes?: string[]; reasons?: string[] } = {},
): Started {
  const draft = draftSchema.parse({ id: randomUUID(), ...fields });
  return { draft, changes: reported.changes ?? [], reasons: reported.reasons ?? [] };
}

/** Returns a text in the v2 format, with sentences about what was changed and what has a different meaning in v2. */
function inFormatOfV2(text: string, file: string): { text: string; changes: string[] } {
  const conversion = convertToV2(text, file);
  // A text that can't be converted is shown unchanged, with its problems.
  if (conversion.text === undefined || conversion.text === text) return { text, changes: [] };
  const changes = conversion.changes.map(({ line, from, to, note }) => {
    if (!from) return t('fieldAdded', { line, field: to ?? '', reason: note });
    return to
      ? t('fieldReplaced', { line, before: from, after: to, reason: note })
      : t('fieldRemoved', { line, field: from, reason: note });
  });
  const meant = conversion.problems
    .filter(({ level }) => level === 'info')
    .map(({ line, message }) => (line === undefined ? message : t('lineNote', { line, message })));
  return { text: conversion.text, changes: [...changes, ...meant] };
}
