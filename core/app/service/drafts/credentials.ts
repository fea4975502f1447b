import { changedLines } from '../../../base/document/edit/text-edits.ts';
import type { Draft } from '../../../contract/topics/drafts.ts';
import { configurationWithoutCredentials, withoutSecrets } from '../../../runs/audit/without-secrets.ts';

/** Returns a draft without credentials, as it may be saved. `strippedLines` lists the lines that had some. */
export function draftWithoutCredentials(draft: Draft): Draft {
  const { destination, strippedLines: before = [] } = draft;
  const text = withoutPullSecret(configurationWithoutCredentials(draft.text));
  const lines = linesOf(text);
  const missing =
    text === draft.text ? [] : changedLines(draft.text, text).map(({ line }) => lines[line - 1]!);
  const incompleteLines = [...new Set([...before, ...missing])].filter((line) => lines.includes(line));
  return {
    ...draft,
    text,
    destination: destination === undefined ? draft.destination : withoutSecrets(destination),
    strippedLines: incompleteLines.length > 0 || before.length > 0 ? incompleteLines : draft.strippedLines,
  };
}

/**
 * Returns the draft with its stripped lines restored from another text, where exactly one line differs only by credentials.
 * Lines that the other text doesn't have stay in `strippedLines`.
 */
export function draftWithCredentialsOf(draft: Draft, text: string): Draft {
  const complete = new Map<string, Set<string>>();
  for (const line of linesOf(text)) {
    const clean = configurationWithoutCredentials(line);
    if (clean !== line) complete.set(clean, (complete.get(clean) ?? new Set()).add(line));
  }
  const incompleteLines = (draft.strippedLines ?? []).filter((line) => complete.get(line)?.size !== 1);
  const repaired = new Set(draft.strippedLines?.filter((line) => !incompleteLines.includes(line)));
  const put = (line: string): string => (repaired.has(line) ? [...complete.get(line)!][0]! : line);
  return {
    ...draft,
    text: draft.text.replace(/[^\r\n]+/g, put),
    strippedLines: incompleteLines,
  };
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

/** Matches the value of `pullSecret`, a field of v1alpha2, on its line and on the indented lines below. */
function withoutPullSecret(text: string): string {
  const pattern =
    /^([ \t]*)(["']?pullsecret["']?[ \t]*:)[^\r\n]*((?:\r?\n(?:\1[ \t]+[^\r\n]*|[ \t]*(?=\r?\n)))*)/gim;
  return text.replace(pattern, '$1$2 ""');
}
