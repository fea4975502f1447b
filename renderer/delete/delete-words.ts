import type { RequestInput } from '../../core/contract/contract.ts';
import type { DeletePreview, DeleteResult } from '../../core/contract/topics/deletes.ts';
import type { EnclaveLine } from '../../core/contract/topics/workspace.ts';
import { count, counted, size } from '../parts/format.ts';
import type { DeleteForm } from './delete-form.tsx';

/** The sentence of the preview: what it frees, what goes, what stays. */
export function previewSentence(preview: DeletePreview | undefined): string {
  if (!preview || preview.of === 0) return 'Nothing is chosen yet.';
  const { images, of, protectedTotal, bytesFreed } = preview;
  if (images === 0)
    return protectedTotal > 0
      ? `Nothing goes: ${counted(protectedTotal, 'image')} ${protectedTotal === 1 ? 'stays' : 'stay'} because something needs ${protectedTotal === 1 ? 'it' : 'them'}.`
      : 'Nothing goes: the registry does not have it.';
  const stay =
    protectedTotal > 0
      ? `, ${count(protectedTotal)} ${protectedTotal === 1 ? 'stays' : 'stay'} because something needs ${protectedTotal === 1 ? 'it' : 'them'}`
      : '';
  return `Frees ${size(bytesFreed)}. ${count(images)} of ${counted(of, 'image')} ${images === 1 ? 'goes' : 'go'}${stay}.`;
}

/** The sentence of a deletion that has ended. */
export function resultSentence({ images, bytesFreed, verified }: DeleteResult, complete: boolean): string {
  const { total, deleted, failed, absent } = images;
  const wrong = failed > 0 ? ` ${counted(failed, 'image')} could not be deleted.` : '';
  const before = absent > 0 && deleted > 0 ? `, ${count(absent)} gone before` : '';
  if (!complete && !verified)
    return deleted > 0
      ? `Stopped: ${counted(deleted, 'image')} deleted${before}.${wrong}`
      : `Stopped before an image was deleted.${wrong}`;
  const gone =
    deleted > 0
      ? `${counted(deleted, 'image')} deleted`
      : absent === total
        ? 'Nothing was left to delete'
        : 'No image was deleted';
  const broken =
    verified && verified.broken > 0 ? ` ${counted(verified.broken, 'check')} of what stays failed.` : '';
  const freed = bytesFreed > 0 ? ` Up to ${size(bytesFreed)} are free after garbage collection.` : '';
  return `${gone}${before}.${freed}${wrong}${broken}`;
}

/** What has to be typed: the registry as it is named, and how many images go. */
export function confirmation(registry: string, images: number): string {
  return `${registry} ${images}`;
}

/** Whether the typed words confirm it; spaces around and between do not matter. */
export function isConfirmed(typed: string, registry: string, images: number): boolean {
  return typed.trim().replaceAll(/\s+/g, ' ') === confirmation(registry, images);
}

/** Returns how a form asks for its registry to be read. */
export function askedOf(workspace: string, form: DeleteForm): Omit<RequestInput<'deletes.open'>, 'ticket'> {
  return {
    workspace,
    destination: form.destination.trim(),
    destinationTlsVerify: form.tlsVerify,
    stateDirectory: form.stateDirectory || undefined,
    protectFile: form.protectFile || undefined,
    kubeconfig: form.kubeconfig || undefined,
    context: form.kubeconfig !== '' && form.context !== '' ? form.context : undefined,
  };
}

/** Returns what the form says first: the registry of the last push, and where its record lies. */
export function firstForm(enclave: EnclaveLine | undefined): DeleteForm {
  const push = enclave?.lastPush;
  const state = push && !enclave.transfers.some(({ directory }) => directory.startsWith(push.run.root));
  return {
    destination: push?.target ?? '',
    how: 'tree',
    file: '',
    stateDirectory: state ? push.run.root : '',
    protectFile: '',
    kubeconfig: '',
    context: '',
    tlsVerify: true,
  };
}

/** Returns what is being read. */
export function busyWords(phase: string | undefined, registry: string): string {
  return phase === 'probe' ? `Looking at ${registry}.` : 'Reading what the workspace knows.';
}

/** Returns which configurations say what is needed. */
export function keptWords({ configurations }: { configurations: readonly string[] }): string {
  return configurations.length > 0
    ? `What is needed is determined by ${configurations.join(', ')}.`
    : 'This workspace knows no configuration.';
}
