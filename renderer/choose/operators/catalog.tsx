import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { addCatalog } from '../../../core/contract/documents/image-set-form.ts';
import type { ContractLookUp, Draft } from '../../../core/contract/topics/drafts.ts';
import { JobView } from '../../job/job-view.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { size } from '../../parts/format.ts';
import { RelativeTime } from '../../parts/time.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { shortCatalog } from './words.ts';

/** Reads a catalog whether or not the configuration names it: what is looked up is told by a draft that does. */
function useRead(catalog: string): {
  read: (found: ContractLookUp) => void;
  busy: (found: ContractLookUp) => boolean;
} {
  const { draft, doc } = useDraft();
  const { lookUp } = useDraftPlan();
  return {
    busy: ({ id }) => lookUp.ids.includes(id),
    read: ({ id }) => {
      const naming: Draft = { ...draft, text: addCatalog(doc, catalog).text };
      void lookUp.ask([id], { of: naming });
    },
  };
}

/** In place of the packages of a catalog that was never read here: what reading it costs, on the button. */
export function UnreadCatalog({ catalog, found }: { catalog: string; found: ContractLookUp | undefined }) {
  const { lookUp } = useDraftPlan();
  const { read, busy } = useRead(catalog);
  const { work } = lookUp;
  const reading = found !== undefined && busy(found);
  return (
    <section className="al-card al-operators-unread" aria-label="Catalog">
      <Empty
        title={
          reading ? `Reading ${shortCatalog(catalog)}` : `${shortCatalog(catalog)} was not read here yet`
        }
        action={
          reading ? (
            <Button variant="secondary" onClick={lookUp.cancel}>
              Cancel
            </Button>
          ) : (
            found && (
              <Button onClick={() => read(found)} isDisabled={lookUp.clicked}>
                Read catalog, {size(found.bytes)}
              </Button>
            )
          )
        }
      >
        {reading ? (
          <JobView job={work} label={`Reading ${shortCatalog(catalog)}`} />
        ) : (
          <p>
            It lists the packages with their channels, versions and what they need. Its index is kept in the
            workspace and works offline afterwards.
          </p>
        )}
        <p className="al-mono al-small al-anywhere">{catalog}</p>
      </Empty>
      {lookUp.error !== undefined && (
        <div className="al-in">
          <FailureAlert error={lookUp.error} title={`${shortCatalog(catalog)} could not be read`} />
        </div>
      )}
    </section>
  );
}

/** How old what is shown is, and what a newer look costs. */
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
  const { read, busy } = useRead(catalog);
  return (
    <p className="al-sub al-small al-operators-age" role="status">
      Catalog read <RelativeTime at={asOf} />.{' '}
      {found &&
        (busy(found) ? (
          <>
            Reading it again.{' '}
            <button type="button" className="al-link" onClick={lookUp.cancel}>
              Cancel
            </button>
          </>
        ) : (
          <>
            Looking for a newer one costs {size(found.bytes)}.{' '}
            <button type="button" className="al-link" disabled={lookUp.clicked} onClick={() => read(found)}>
              Refresh
            </button>
          </>
        ))}
    </p>
  );
}
