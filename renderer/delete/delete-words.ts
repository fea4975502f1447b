import type { RequestInput } from '../../core/contract/contract.ts';
import { wordList } from '../../core/contract/documents/words.ts';
import type { DeletePreview, DeleteResult } from '../../core/contract/topics/deletes.ts';
import type { EnclaveLine } from '../../core/contract/topics/workspace.ts';
import { count, size } from '../parts/format.ts';
import type { DeleteForm } from './delete-form.tsx';
import { t } from './messages.ts';

/** Returns the heading of the preview: what it frees, and how many images are deleted and retained. */
export function previewSentence(preview: DeletePreview | undefined): string {
  if (!preview || preview.of === 0) return t('nothingSelectedTitle');
  const { images, of, protectedTotal, bytesFreed } = preview;
  if (images === 0)
    return protectedTotal > 0 ? t('allRetainedTitle', { retained: protectedTotal }) : t('allAbsentTitle');
  const values = { size: size(bytesFreed), deleted: count(images), selected: of };
  return protectedTotal > 0
    ? t('freesRetainsTitle', { ...values, retained: count(protectedTotal) })
    : t('freesTitle', values);
}

/** Returns the heading of a deletion that has ended. */
export function resultSentence({ images, bytesFreed, verified }: DeleteResult, complete: boolean): string {
  const { failed } = images;
  const stopped = !complete && !verified;
  return [
    stopped ? stoppedSentence(images) : doneSentence(images),
    !stopped && bytesFreed > 0 && t('freedText', { size: size(bytesFreed) }),
    failed > 0 && t('failedText', { images: failed }),
    !stopped && verified && verified.broken > 0 && t('brokenText', { checks: verified.broken }),
  ]
    .filter(Boolean)
    .join(' ');
}

function stoppedSentence({ deleted, absent }: DeleteResult['images']): string {
  if (deleted === 0) return t('stoppedBeforeText');
  return absent > 0
    ? t('stoppedAbsentText', { deleted, absent: count(absent) })
    : t('stoppedText', { deleted });
}

function doneSentence({ total, deleted, absent }: DeleteResult['images']): string {
  if (deleted === 0) return absent === total ? t('allAbsentText') : t('noneDeletedText');
  return absent > 0 ? t('doneAbsentText', { deleted, absent: count(absent) }) : t('doneText', { deleted });
}

/** Returns the text to type: the registry and the number of images. */
export function confirmation(registry: string, images: number): string {
  return `${registry} ${images}`;
}

/** Returns whether a typed text confirms the deletion. Additional spaces don't matter. */
export function isConfirmed(typed: string, registry: string, images: number): boolean {
  return typed.trim().replaceAll(/\s+/g, ' ') === confirmation(registry, images);
}

/** Returns the request that reads the registry of a form. */
export function requestOf(workspace: string, form: DeleteForm): Omit<RequestInput<'deletes.open'>, 'ticket'> {
  return {
    workspace,
    destination: form.destination.trim(),
    destinationTlsVerify: form.tlsVerify,
    stateDirectory: form.stateDirectory || undefined,
    protectFile: form.protectFile || undefined,
    keep: form.retain === 'files' ? form.keep : undefined,
    kubeconfig: form.kubeconfig || undefined,
    context: form.kubeconfig !== '' && form.context !== '' ? form.context : undefined,
  };
}

/** Returns the enclave with the latest push, otherwise the first one. */
export function pushedLast(enclaves: readonly EnclaveLine[]): EnclaveLine | undefined {
  const at = ({ lastPush }: EnclaveLine) => Date.parse(lastPush?.startedAt ?? '') || 0;
  return enclaves.toSorted((a, b) => at(b) - at(a))[0];
}

/** Returns the first values of the form: the registry of the last push, and the folder of its record. */
export function firstForm(enclave: EnclaveLine | undefined): DeleteForm {
  const push = enclave?.lastPush;
  const state = push && !enclave.transfers.some(({ directory }) => directory.startsWith(push.run.root));
  return {
    destination: push?.target ?? '',
    how: 'tree',
    file: '',
    stateDirectory: state ? push.run.root : '',
    protectFile: '',
    retain: 'all',
    keep: [],
    kubeconfig: '',
    context: '',
    tlsVerify: true,
  };
}

/** Returns what is being read. */
export function busyWords(phase: string | undefined, registry: string): string {
  return phase === 'probe' ? t('queryingText', { registry }) : t('readingText');
}

/** Returns which configurations determine what is retained. @param retain `all`: the deleted content can be selected in them */
export function retainedWords(
  { configurations }: { configurations: readonly string[] },
  retain: DeleteForm['retain'],
): string {
  if (configurations.length === 0) return t('noConfigurationsText');
  return t(retain === 'all' ? 'otherImagesText' : 'configurationsText', {
    configurations: wordList(configurations),
  });
}
