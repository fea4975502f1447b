import { counted } from '../../parts/format.ts';
import type { PasteNote } from '../parts/pasted-text.tsx';

/** Registries that a pasted pull secret holds, or why it is none. Never says anything of what it holds beside names. */
export function pullSecretRegistries(text: string): { registries: string[] } | { error: string } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { error: 'This is not JSON. Copy the whole pull secret, from { to }.' };
  }
  const auths =
    typeof content === 'object' && content !== null && 'auths' in content ? content.auths : undefined;
  if (typeof auths !== 'object' || auths === null || Array.isArray(auths))
    return { error: 'There is no "auths" in it, so it is no pull secret.' };
  const registries = Object.keys(auths);
  return registries.length > 0 ? { registries } : { error: 'Its "auths" is empty.' };
}

/** What the field of a pull secret says of its text. */
export function pullSecretNote(text: string): PasteNote {
  if (text.trim() === '')
    return {
      variant: 'default',
      words: 'Begins with {"auths":. Its text is not shown, only which registries it holds.',
    };
  const found = pullSecretRegistries(text);
  if ('error' in found) return { variant: 'error', words: found.error };
  return {
    variant: 'success',
    words: `Holds ${counted(found.registries.length, 'login')}: ${found.registries.join(', ')}`,
  };
}
