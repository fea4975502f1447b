import type { PasteNote } from '../parts/pasted-text.tsx';
import { t } from './messages.ts';

/** Returns the registries of a pasted pull secret, or why it isn't one. Nothing else of the text appears anywhere. */
export function pullSecretRegistries(text: string): { registries: string[] } | { error: string } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { error: t('jsonError', { open: '{', close: '}' }) };
  }
  const auths =
    typeof content === 'object' && content !== null && 'auths' in content ? content.auths : undefined;
  if (typeof auths !== 'object' || auths === null || Array.isArray(auths)) return { error: t('authsError') };
  const registries = Object.keys(auths);
  return registries.length > 0 ? { registries } : { error: t('emptyAuthsError') };
}

/** Returns the note below the field of a pull secret. */
export function pullSecretNote(text: string): PasteNote {
  if (text.trim() === '') return { variant: 'default', words: t('pullSecretHelp', { start: '{"auths":' }) };
  const found = pullSecretRegistries(text);
  if ('error' in found) return { variant: 'error', words: found.error };
  return {
    variant: 'success',
    words: t('pullSecretNote', {
      count: found.registries.length,
      registries: found.registries.join(', '),
    }),
  };
}
