import { wordList } from '../../core/contract/documents/words.ts';
import type {
  ContentDrift,
  ContentEntry,
  ContentImage,
} from '../../core/contract/topics/registry/registry-content.ts';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import { VERDICTS, verdictWords } from '../run/plan/verdicts.ts';
import { t } from './messages.ts';

const MARKS: Record<ContentDrift, Mark> = {
  missing: 'bad',
  damaged: 'bad',
  changed: 'warning',
  unrecorded: 'info',
};

/** Lists the configurations and transfers that need content. */
export function NeededBy({ requestedBy, transfers }: Pick<ContentEntry, 'requestedBy' | 'transfers'>) {
  const all = [...requestedBy, ...transfers];
  if (all.length === 0) return <span className="al-sub">{t('nobody')}</span>;
  return (
    <span className="al-cut" title={wordList(all)}>
      {all.join(', ')}
    </span>
  );
}

/** Shows the most serious verdict of an entry, and the number of its images. The title lists all verdicts. */
export function EntryVerdicts({ verdicts }: Pick<ContentEntry, 'verdicts'>) {
  const found = VERDICTS.filter(({ result }) => (verdicts[result] ?? 0) > 0);
  const [worst] = found;
  if (!worst) return null;
  const words = found.map(({ result }) => t('verdictCount', { verdict: result, count: verdicts[result]! }));
  return (
    <span title={words.join(', ')}>
      <StateMark mark={worst.mark}>{words[0]}</StateMark>
    </span>
  );
}

/** Shows the verdict of an image. */
export function ImageVerdict({ verdict }: Pick<ContentImage, 'verdict'>) {
  if (verdict === undefined) return null;
  const { mark, word } = verdictWords(verdict);
  return (
    <span title={verdict}>
      <StateMark mark={mark}>{word}</StateMark>
    </span>
  );
}

/** Shows how many images of an entry differ from the records of pushes, the most serious difference first. */
export function EntryDrift({ drift }: Pick<ContentEntry, 'drift'>) {
  const found = (Object.keys(MARKS) as ContentDrift[]).filter((kind) => (drift[kind] ?? 0) > 0);
  const [worst] = found;
  if (!worst) return null;
  const words = found.map((kind) => t('driftCount', { drift: kind, count: drift[kind]! }));
  return (
    <span title={words.join(', ')}>
      <StateMark mark={MARKS[worst]}>{words[0]}</StateMark>
    </span>
  );
}

/** Shows how an image differs from the records of pushes. */
export function ImageDrift({ drift, digest, expected }: Pick<ContentImage, 'drift' | 'digest' | 'expected'>) {
  if (drift === undefined) return null;
  const values = { digest: digest ?? '', expected: expected.join(', ') };
  const tips: Record<ContentDrift, string> = {
    missing: t('driftMissingTip', values),
    changed: t('driftChangedTip', values),
    damaged: t('driftDamagedTip', values),
    unrecorded: t('driftUnrecordedTip'),
  };
  return (
    <span title={tips[drift]}>
      <StateMark mark={MARKS[drift]}>{t('drift', { drift })}</StateMark>
    </span>
  );
}
