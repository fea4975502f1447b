import './operators.css';
import { useMemo, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { imageSetView } from '../../../core/contract/documents/image-set-form.ts';
import { useAsk } from '../../engine/requests.ts';
import { Empty } from '../../parts/empty.tsx';
import { stepOfProblem } from '../draft/step-status.ts';
import { stepAddress } from '../draft/steps.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { StepFrame } from '../frame/step-frame.tsx';
import { CatalogMenu } from './catalog-menu.tsx';
import { t } from './messages.ts';
import type { CardSearch } from './package-tools.tsx';
import { Packages } from './packages.tsx';
import { minorOf, offeredCatalogs } from './words.ts';

/** Step 2: the operators with their catalogs, channels and versions, each with the size that it adds. */
export default function OperatorsStep() {
  // A search of all screens opens this step for another catalog while it is shown.
  return <Operators key={useLocation().search} />;
}

function Operators() {
  const { draft, doc } = useDraft();
  const view = useMemo(() => imageSetView(doc), [doc]);
  const newest = view.releases.at(-1);
  const named = view.catalogs.map(({ catalog }) => catalog);
  const tags = named.map((reference) => minorOf(reference.slice(reference.lastIndexOf('/'))));
  const minor =
    minorOf(draft.to) ?? minorOf(newest?.maxVersion ?? newest?.name) ?? tags.find((tag) => tag !== undefined);
  const [query] = useSearchParams();
  const [chosen, setChosen] = useState(query.get('catalog') ?? undefined);
  const [search, setSearch] = useState<CardSearch>({ text: query.get('search') ?? '', filter: 'all' });
  const isUnknown = useIsUnknown(minor, view.releases.length === 0);
  const offered = offeredCatalogs(isUnknown ? undefined : minor, named, chosen);
  const catalog = chosen ?? offered[0]?.reference;
  const menu = <CatalogMenu offered={offered} catalog={catalog} onChoose={setChosen} />;
  return (
    <StepFrame step="operators">
      {catalog === undefined ? (
        <section className="al-card">
          <div className="al-operators-tools">{menu}</div>
          {isUnknown && minor !== undefined ? (
            <Empty
              title={t('unknownVersionTitle', { version: minor })}
              action={<Link to={stepAddress(draft.id, 'cluster')}>{t('changeVersionButton')}</Link>}
            >
              {t('unknownVersionText')}
            </Empty>
          ) : (
            <Empty title={t('noCatalogTitle')}>{t('noCatalogText')}</Empty>
          )}
        </section>
      ) : (
        <Packages
          key={catalog}
          catalog={catalog}
          preferred={offered.map(({ reference }) => reference)}
          menu={menu}
          minor={minor}
          search={search}
          onSearch={setSearch}
          onShow={(reference) => {
            setSearch({ ...search, filter: 'all' });
            setChosen(reference);
          }}
        />
      )}
    </StepFrame>
  );
}

/**
 * Returns whether a minor version doesn't exist: the plan rejects the versions, and no update graph has one of this minor
 * version. It then has no catalogs to offer.
 * @param isEmpty the text selects no releases, so a warning about the target version is enough
 */
function useIsUnknown(minor: string | undefined, isEmpty: boolean): boolean {
  const { draft } = useDraft();
  const { plan } = useDraftPlan();
  const problems = (plan?.problems ?? []).filter((problem) => stepOfProblem(problem) === 'cluster');
  const isRejected = problems.some(({ level }) => level === 'error');
  const isUncertain = isRejected || (isEmpty && problems.length > 0);
  const { workspace } = draft;
  const place = workspace === undefined ? {} : { workspace };
  const known = useAsk('upgrades.versions', place, { enabled: isUncertain });
  const versions = known.data?.versions ?? [];
  // A warning without any local graph doesn't mean that the version doesn't exist.
  if (!isUncertain || minor === undefined || (!isRejected && !known.isLoading && versions.length === 0))
    return false;
  return !versions.some(({ version }) => minorOf(version) === minor);
}
