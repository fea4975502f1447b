import { RE2JS, RE2JSException } from 're2js';
import { t } from './messages.ts';

/** A pattern whose search takes time proportional to the text, whatever the pattern is. */
export interface LinearPattern {
  /** Returns true when the pattern occurs anywhere in the text. */
  test(text: string): boolean;
}

export type CompiledPattern = { pattern: LinearPattern } | { reason: string };

/** UTF-16 units of a pattern. Real ones have less than a hundred. */
const MOST_CHARACTERS = 10_000;
/** Update graphs repeat the same few patterns for hundreds of versions. */
const MOST_SAVED = 500;
const saved = new Map<string, CompiledPattern>();

/**
 * Compiles a pattern of RE2, the syntax of oc-mirror's blockedImages and of update graphs. Returns the reason for a
 * pattern that RE2 rejects.
 */
export function compileRe2(source: string): CompiledPattern {
  const known = saved.get(source);
  if (known) return known;
  const compiled = compile(source);
  if (saved.size >= MOST_SAVED) saved.clear();
  saved.set(source, compiled);
  return compiled;
}

function compile(source: string): CompiledPattern {
  if (source.length > MOST_CHARACTERS)
    return { reason: t('patternTooLong', { characters: source.length, limit: MOST_CHARACTERS }) };
  try {
    return { pattern: RE2JS.compile(source) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { reason: error.message.replace(/^error parsing regexp: /, '') };
  }
}
