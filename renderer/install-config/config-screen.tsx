import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { CodeIcon } from '@patternfly/react-icons/dist/esm/icons/code-icon';
import { type ReactNode, useState } from 'react';
import { useKeys } from '../app-state/keys.ts';
import { DocumentPane, type EditorPlace } from '../editor/document-pane.tsx';
import { FormAlerts } from '../editor/form-alerts.tsx';
import { HistoryButtons } from '../editor/history-buttons.tsx';
import { SavedMark } from '../editor/saved-mark.tsx';
import { useRejection } from '../engine/requests.ts';
import { RequestFields, RequestNote } from '../parts/fields/request-fields.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Screen } from '../parts/screen.tsx';
import { sentenceOf } from './form/analysis.ts';
import { ConfigProblems, PROBLEMS_ID } from './form/config-problems.tsx';
import type { SectionId } from './form/form-fields.ts';
import type { Tab } from './form/form-place.ts';
import { t as form } from './form/messages.ts';
import { SaveDialog } from './form/save-dialog.tsx';
import { SectionView } from './form/section-view.tsx';
import { platformName, sectionsOf } from './form/sections.ts';
import { SideNav } from './form/side-nav.tsx';
import { useAnalysis, useConfig, useKeeping } from './form/use-config.tsx';
import { usePlaces } from './form/use-places.ts';
import { t } from './messages.ts';
import { PlacementStrip } from './placement/placement-strip.tsx';
import { TopologyCard } from './placement/topology-card.tsx';
import { VCenterTestsCard } from './placement/vcenter-tests-card.tsx';

/** Sections about placement. The placement diagram is shown above them. */
const PLACES: ReadonlySet<SectionId> = new Set(['cluster', 'vcenters', 'failure-domains', 'nodes']);

/** Sections with the objects that the test of the vCenters checks. */
const TESTED: ReadonlySet<SectionId> = new Set(['vcenters', 'failure-domains']);

/** An open configuration: the placement diagram, the form in sections, and the YAML next to it. */
export function ConfigScreen({ tab, children }: { tab: Tab | undefined; children?: ReactNode }) {
  const config = useConfig();
  const { id, doc, fields, text, change } = config;
  const analysis = useAnalysis();
  const [yaml, setYaml] = useState(false);
  const [goTo, setGoTo] = useState<EditorPlace>();
  const [saving, setSaving] = useState(false);
  const [listing, setListing] = useState(false);
  /** Whether the placement diagram is shown; undefined: in the sections about placement, unless the list of problems is open. */
  const [placement, setPlacement] = useState<boolean>();
  const rejection = useRejection('installConfig.save');
  const { config: read, platform, problems, topology } = analysis;
  const sections = sectionsOf(read, platform);
  const section = sections.find((each) => each.id === tab) ?? (children ? undefined : sections[0]);
  const readable = doc.faults.length === 0;
  const show = (line: number, column: number) => {
    setYaml(true);
    setGoTo({ line, column });
  };
  const { chosen, choose, open, goToProblem } = usePlaces({ id, sections, section: section?.id, show });
  const placed = placement ?? (section !== undefined && PLACES.has(section.id) && !listing);
  useKeys([
    { key: 'y', label: t('toggleYamlKey'), run: () => setYaml(!yaml) },
    { key: 's', label: t('saveFileKey'), run: () => setSaving(true), when: rejection === undefined },
  ]);
  return (
    <Screen
      eyebrow={[
        t('topic'),
        <strong key="name">{read.metadata?.name || t('newCluster')}</strong>,
        fields.openShiftVersion
          ? t('platformVersion', { platform: platformName(platform), version: fields.openShiftVersion })
          : platformName(platform),
      ]}
      sentence={sentenceOf(analysis, readable)}
      scroll={false}
      actions={
        <ConfigActions
          yaml={yaml}
          onYaml={setYaml}
          listing={listing}
          onList={() => {
            setListing(!listing);
            if (!listing) setTimeout(() => document.getElementById(PROBLEMS_ID)?.focus(), 0);
          }}
          onSave={() => setSaving(true)}
        />
      }
    >
      <div className={`al-ic${yaml ? ' al-ic-with-yaml' : ''}`}>
        <SideNav
          tab={section?.id ?? tab}
          draft={id}
          form={{ sections, problems, acceptedWarnings: fields.acceptedWarnings }}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrolling content */}
        <section className="al-ic-main" tabIndex={0} aria-label={t('formLabel')}>
          <FormAlerts document={config} onShow={show} />
          {listing && <ConfigProblems onGo={goToProblem} onClose={() => setListing(false)} />}
          <div className="al-column al-ic-body" inert={!readable}>
            {!children && <RequestNote request="installConfig.save" />}
            {children || (
              <>
                {topology && section && placed && (
                  <RequestFields request="installConfig.save" quiet>
                    <TopologyCard
                      topology={topology}
                      section={section.id}
                      onOpen={open}
                      onProblem={goToProblem}
                      onHide={() => setPlacement(false)}
                    />
                  </RequestFields>
                )}
                {topology && section && !placed && (
                  <PlacementStrip
                    topology={topology}
                    onProblem={goToProblem}
                    onShow={() => setPlacement(true)}
                  />
                )}
                {topology && section && TESTED.has(section.id) && <VCenterTestsCard />}
                {section && (
                  <SectionView
                    key={section.id}
                    section={section}
                    sections={sections}
                    chosen={chosen}
                    onChoose={choose}
                    onShow={({ line = 1, column = 1 }) => show(line, column)}
                  />
                )}
              </>
            )}
          </div>
        </section>
        <YamlPane shown={yaml} goTo={goTo} />
      </div>
      {saving && (
        <SaveDialog
          hadSecrets={fields.digest !== undefined && text.includes('secret-in-memory-')}
          onSaved={({ file, digest }) => change({ file, digest })}
          onClose={() => setSaving(false)}
        />
      )}
    </Screen>
  );
}

/** The YAML of the configuration. The pane stays in the page while it is hidden, because secrets move when it loses the focus. */
function YamlPane({ shown, goTo }: { shown: boolean; goTo: EditorPlace | undefined }) {
  const { doc, fields, marks, type, undo, redo } = useConfig();
  const { problems } = useAnalysis();
  const keeping = useKeeping();
  const rejection = useRejection('installConfig.save');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles that the focus left the editor
    <div
      id="al-ic-yaml"
      className="al-ic-yaml"
      hidden={!shown}
      onBlur={(event) => {
        // Secrets in the text move to the engine when the focus leaves the editor.
        if (!event.currentTarget.contains(event.relatedTarget)) setTimeout(() => void keeping.now(), 0);
      }}
    >
      {shown && (
        <DocumentPane
          file={fields.file}
          label="install-config.yaml"
          doc={doc}
          marks={marks}
          problems={problems}
          goTo={goTo}
          type={type}
          rejection={rejection}
          undo={undo}
          redo={redo}
          foot={t('yamlNote')}
        />
      )}
    </div>
  );
}

/** The actions of the screen: undo and redo, the problems, the YAML pane, and the save dialog. */
function ConfigActions(given: {
  yaml: boolean;
  onYaml: (open: boolean) => void;
  listing: boolean;
  onList: () => void;
  onSave: () => void;
}) {
  const { yaml, onYaml, listing, onList, onSave } = given;
  const { errors, open: warnings } = useAnalysis();
  return (
    <>
      <SavedMark keeping={useKeeping()} />
      <HistoryButtons document={useConfig()} />
      {errors + warnings > 0 && (
        <Button
          variant={errors > 0 ? 'primary' : 'secondary'}
          aria-expanded={listing}
          aria-controls={listing ? PROBLEMS_ID : undefined}
          onClick={onList}
        >
          {errors > 0 ? form('showErrorsButton', { errors }) : form('showWarningsButton', { warnings })}
        </Button>
      )}
      <Button
        variant="secondary"
        icon={<CodeIcon />}
        aria-expanded={yaml}
        aria-controls="al-ic-yaml"
        onClick={() => onYaml(!yaml)}
      >
        {t('yamlButton')}
      </Button>
      <RequestButton
        request="installConfig.saveFile"
        variant={errors > 0 ? 'secondary' : 'primary'}
        onClick={onSave}
      >
        {t('saveFileButton')}
      </RequestButton>
    </>
  );
}
