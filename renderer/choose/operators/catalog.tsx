import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactElement } from 'react';
import { addCatalog } from '../../../core/contract/documents/image-set-form.ts';
import type { ContractLookUp, Draft } from '../../../core/contract/topics/drafts.ts';
import { JobView } from '../../job/job-view.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { size } from '../../parts/format.ts';
import { RelativeTime } from '../../parts/time.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { t } from './messages.ts';
import { shortCatalog } from './words.ts';

/** Returns functions that load a catalog, also one that isn't in the configuration. The request has a draft with the catalog. */
function useLoad(catalog: string): {
  load: (found: ContractLookUp) => void;
  busy: (found: ContractLookUp) => boolean;
} {
  const { draft, doc } = useDraft();
  const { lookUp } = useDraftPlan();
  return {
    busy: ({ id }) => lookUp.ids.includes(id),
    load: ({ id }) => {
      const withCatalog: Draft = { ...draft, text: addCatalog(doc, catalog).text };
      void lookUp.ask([id], { of: withCatalog });
    },
  };
}

/** Replaces the packages of a catalog that hasn't been loaded: a button with the download size. */
export function UnreadCatalog({ catalog, found }: { catalog: string; found: ContractLookUp | undefined }) {
  const { lookUp } = useDraftPlan();
  const { load, busy } = useLoad(catalog);
  const { work } = lookUp;
  const short = shortCatalog(catalog);
  const loading = found !== undefined && busy(found);
  return (
    <section className="al-card al-operators-unread" aria-label={t('unreadLabel')}>
      <Empty
        title={t(loading ? 'loadingTitle' : 'unreadTitle', { catalog: short })}
        action={
          loading ? (
            <Button variant="secondary" onClick={lookUp.cancel}>
              {t('cancelButton')}
            </Button>
          ) : (
            found && (
              <Button onClick={() => load(found)} isDisabled={lookUp.clicked}>
                {t('loadButton', { size: size(found.bytes) })}
              </Button>
            )
          )
        }
      >
        {loading ? (
          <JobView job={work} label={t('loadingTitle', { catalog: short })} />
        ) : (
          <p>{t('unreadText')}</p>
        )}
        <p className="al-mono al-small al-anywhere">{catalog}</p>
      </Empty>
      {lookUp.error !== undefined && (
        <div className="al-in">
          <FailureAlert error={lookUp.error} title={t('loadFailedTitle', { catalog: short })} />
        </div>
      )}
    </section>
  );
}

/** The age of the catalog, and the download size of a refresh. */
export function CatalogAge({
  catalog,
  asOf,
  found,
}: {
  catalog: string;
  asOf: string;
  found: ContractLookUp | undefined;
}) {
  const { lookUp } = useDraftPlan();
  const { load, busy } = useLoad(catalog);
  return (
    <p className="al-sub al-small al-operators-age" role="status">
      {t.parts<'loadedText', ReactElement>('loadedText', {
        when: () => <RelativeTime key="when" at={asOf} />,
      })}{' '}
      {found &&
        (busy(found) ? (
          <>
            {t('refreshingText')}{' '}
            <button type="button" className="al-link" onClick={lookUp.cancel}>
              {t('cancelButton')}
            </button>
          </>
        ) : (
          <>
            {t('refreshText', { size: size(found.bytes) })}{' '}
            <button type="button" className="al-link" disabled={lookUp.clicked} onClick={() => load(found)}>
              {t('refreshButton')}
            </button>
          </>
        ))}
    </p>
  );
}
