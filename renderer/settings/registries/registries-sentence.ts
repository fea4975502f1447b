import type { RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { t as parts } from '../parts/messages.ts';
import { type FailureKind, failureKind, firstFailure, type TestState } from '../parts/registry-words.ts';
import { t } from './messages.ts';

/** Most kinds of failures in the heading. The table shows all. */
const MOST_KINDS = 2;

/** Returns the registry to show: the named one, else the first whose test failed, else the first. */
export function chosenRegistry(
  entries: readonly RegistryEntry[],
  tests: Readonly<Record<string, TestState | undefined>>,
  named: string | null,
): RegistryEntry | undefined {
  const failed = ({ name }: RegistryEntry) => {
    const known = tests[name];
    return known?.state === 'done' && firstFailure(known.test) !== undefined;
  };
  return entries.find(({ name }) => name === named) ?? entries.find(failed) ?? entries[0];
}

/** Returns the heading: `3 of 4 registries passed the test. 1 registry rejects the password.` */
export function registriesSentence(
  entries: RegistryEntry[],
  tests: Record<string, TestState | undefined>,
): string {
  const total = entries.length;
  if (total === 0) return t('emptyTitle');
  const states = entries.map((entry) => ({ entry, known: tests[entry.name] }));
  const testing = states.filter(({ known }) => known?.state === 'testing').length;
  const untested = states.filter(({ known }) => !known).length;
  if (untested === total) return t('untestedTitle', { registries: total });
  const failures = new Map<FailureKind | 'untestable', number>();
  let passed = 0;
  for (const { entry, known } of states) {
    const kind = failureOf(entry, known);
    if (kind) failures.set(kind, (failures.get(kind) ?? 0) + 1);
    else if (known?.state === 'done') passed++;
  }
  if (testing > 0) return t('testingTitle', { testing, passed, total });
  if (passed === total) return t('allPassedTitle', { registries: total });
  const kinds = [...failures].toSorted(([, one], [, other]) => other - one);
  const sentences = kinds
    .slice(0, MOST_KINDS)
    .map(([kind, registries]) => parts(`${kind}Count`, { registries }));
  const others = kinds.slice(MOST_KINDS).reduce((sum, [, registries]) => sum + registries, 0);
  if (others > 0) sentences.push(t('otherFailuresText', { registries: others }));
  if (untested > 0) sentences.push(t('untestedText', { registries: untested }));
  if (total > 1) sentences.unshift(t('somePassedText', { passed, total }));
  return sentences.join(' ');
}

function failureOf(
  { credentials }: RegistryEntry,
  known: TestState | undefined,
): FailureKind | 'untestable' | undefined {
  if (known?.state === 'untestable') return 'untestable';
  const failed = known?.state === 'done' ? firstFailure(known.test) : undefined;
  return failed && failureKind(failed, credentials.from);
}
