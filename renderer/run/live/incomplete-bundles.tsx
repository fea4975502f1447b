import { Fragment, useState } from 'react';
import type { IncompleteBundle, LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { shortImageName } from '../../parts/image-name.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Bundles, and missing images of each bundle, that fit next to the failures. */
const SHOWN = 3;

/** Lists the operator versions that can't be installed after this run, and the missing images of each. */
export function IncompleteBundles({ run, onRetry }: { run: LiveRun; onRetry?: (() => void) | undefined }) {
  const [all, setAll] = useState(false);
  const { incomplete, incompleteTotal } = run;
  if (incompleteTotal === 0) return null;
  const under = isUnderWay(run);
  return (
    <Card
      title={<StateMark mark="bad">{t('notInstallableTitle', { versions: incompleteTotal })}</StateMark>}
      actions={
        incomplete.length > SHOWN && (
          <button type="button" className="al-link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? t('fewerVersionsButton')
              : t(incomplete.length < incompleteTotal ? 'showVersionsButton' : 'showAllVersionsButton', {
                  versions: incomplete.length,
                })}
          </button>
        )
      }
      flush
    >
      <ul className="al-run-failures" aria-label={t('versionsLabel')}>
        {incomplete.slice(0, all ? incomplete.length : SHOWN).map((bundle) => (
          <li key={`${bundle.package} ${bundle.bundle}`}>
            <p className="al-row al-wrap">
              <strong className="al-mono">{bundle.bundle}</strong>
              <span className="al-sub">{t('versionOperator', { operator: bundle.package })}</span>
            </p>
            <Missing bundle={bundle} all={all} />
          </li>
        ))}
      </ul>
      <p className="al-in al-small al-sub">
        {under ? t('retryLaterText') : t('notInstallableText', { versions: incompleteTotal })}{' '}
        {!under && onRetry && (
          <button type="button" className="al-link" onClick={onRetry}>
            {t('retryImagesButton')}
          </button>
        )}
      </p>
    </Card>
  );
}

function Missing({ bundle: { missing }, all }: { bundle: IncompleteBundle; all: boolean }) {
  const shown = missing.slice(0, all ? missing.length : SHOWN);
  const more = missing.length - shown.length;
  const images = () => (
    <Fragment key="images">
      {shown.map((origin, index) => (
        <Fragment key={origin}>
          {index > 0 && ', '}
          <code className="al-mono" title={origin}>
            {shortImageName(origin, '')}
          </code>
        </Fragment>
      ))}
    </Fragment>
  );
  return (
    <p>{more > 0 ? t.parts('missingMoreText', { images, more }) : t.parts('missingText', { images })}</p>
  );
}
