import './choose.css';
import './start.css';
import { Switch } from '@patternfly/react-core/dist/esm/components/Switch';
import { ArrowUpIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-up-icon';
import { CubesIcon } from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import { FileIcon } from '@patternfly/react-icons/dist/esm/icons/file-icon';
import { HistoryIcon } from '@patternfly/react-icons/dist/esm/icons/history-icon';
import { PlusCircleIcon } from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import type { DraftLine } from '../../../core/contract/topics/drafts.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { type Door, Doors } from '../../editor/doors.tsx';
import { DraftList } from '../../editor/draft-list.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { Screen } from '../../parts/screen.tsx';
import { draftName } from '../draft/draft-name.ts';
import { t as draftTexts } from '../draft/messages.ts';
import { rememberMetered, useMetered } from '../draft/metered.ts';
import { openedAt, stepAddress, stepLabel } from '../draft/steps.ts';
import { FromFile, FromLastTransfer, FromVersions, NewCluster } from './forms.tsx';
import { FromInstalled } from './inventory.tsx';
import { t } from './messages.ts';
import { StartOutcome } from './outcome.tsx';
import { type Starting, useStart } from './use-start.ts';

const DOORS: (Door & { form: ComponentType<{ workspace: string | undefined; start: Starting }> })[] = [
  {
    name: 'new',
    title: t('newTitle'),
    text: t('newText'),
    icon: PlusCircleIcon,
    form: NewCluster,
  },
  {
    name: 'versions',
    title: t('versionsTitle'),
    text: t('versionsText'),
    icon: ArrowUpIcon,
    form: FromVersions,
  },
  {
    name: 'installed',
    title: t('installedTitle'),
    text: t('installedText'),
    icon: CubesIcon,
    form: FromInstalled,
  },
  {
    name: 'last',
    title: t('lastTitle'),
    text: t('lastText'),
    icon: HistoryIcon,
    form: FromLastTransfer,
  },
  {
    name: 'file',
    title: t('fileTitle'),
    text: t('fileText'),
    icon: FileIcon,
    form: FromFile,
  },
];

/** Starting points of a configuration, and the drafts to continue with. */
export function StartPage() {
  const current = useCurrentWorkspace();
  const [query, setQuery] = useSearchParams();
  const workspace = query.get('workspace') ?? current;
  const start = useStart();
  const chosen = DOORS.find(({ name }) => name === query.get('from')) ?? DOORS[0]!;
  const Form = chosen.form;
  return (
    <Screen
      eyebrow={[draftTexts('nameTitle'), t('pageSubtitle')]}
      sentence={t(start.outcome ? 'outcomeTitle' : 'pageTitle')}
    >
      {start.error !== undefined && <FailureAlert error={start.error} title={t('failedTitle')} />}
      {start.outcome ? (
        <StartOutcome started={start.outcome} onBack={start.forget} />
      ) : (
        <>
          <div className="al-start">
            <Doors
              doors={DOORS}
              chosen={chosen.name}
              onChoose={(name) => {
                start.forget();
                setQuery(
                  (before) => {
                    before.set('from', name);
                    return before;
                  },
                  { replace: true },
                );
              }}
            />
            <section className="al-card al-start-form" aria-label={chosen.title}>
              <header>
                <h2>{chosen.title}</h2>
              </header>
              <div className="al-in">
                <Form key={chosen.name} workspace={workspace} start={start} />
                <MeteredSwitch />
              </div>
            </section>
          </div>
          <DraftList<DraftLine>
            of="drafts"
            nameOf={draftName}
            isRenamed
            title={t('draftColumn')}
            address={({ id, step }) => stepAddress(id, openedAt(step))}
            step={({ step }) => stepLabel(openedAt(step))}
          />
        </>
      )}
    </Screen>
  );
}

/** The switch for metered connections, before anything is downloaded. It applies to all drafts started from now on. */
function MeteredSwitch() {
  const metered = useMetered((state) => state.metered);
  return (
    <div className="al-start-metered">
      <Switch
        id="al-start-metered"
        label={t('meteredText')}
        isChecked={metered}
        onChange={(_event, on) => rememberMetered(on)}
      />
    </div>
  );
}
