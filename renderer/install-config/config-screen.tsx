import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { CodeIcon } from '@patternfly/react-icons/dist/esm/icons/code-icon';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useKeys } from '../app-state/keys.ts';
import { DocumentPane, type EditorPlace } from '../editor/document-pane.tsx';
import { FormAlerts } from '../editor/form-alerts.tsx';
import { HistoryButtons } from '../editor/history-buttons.tsx';
import { SavedMark } from '../editor/saved-mark.tsx';
import { useRefusal } from '../engine/requests.ts';
import { RequestFields, RequestNote } from '../parts/fields/request-fields.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Screen } from '../parts/screen.tsx';
import { type Tab, tabAddress } from './form/addresses.ts';
import { sentenceOf } from './form/analysis.ts';
import type { SectionId } from './form/form-fields.ts';
import { SaveDialog } from './form/save-dialog.tsx';
import { SectionView } from './form/section-view.tsx';
import { platformName, sectionsOf } from './form/sections.ts';
import { SideNav } from './form/side-nav.tsx';
import { TopologyCard } from './form/topology-card.tsx';
import { useAnalysis, useConfig, useKeeping } from './form/use-config.tsx';

/** Sections that are about places: the picture stands above them. */
const PLACES: ReadonlySet<SectionId> = new Set(['cluster', 'vcenters', 'failure-domains', 'nodes']);

/** An open configuration: the picture on top, the form by sections, the YAML beside it. */
export function ConfigScreen({ tab, children }: { tab: Tab | undefined; children?: ReactNode }) {
  const config = useConfig();
  const { id, doc, fields, text, marks, type, undo, redo, change } = config;
  const analysis = useAnalysis();
  const keeping = useKeeping();
  const navigate = useNavigate();
  const [yaml, setYaml] = useState(false);
  const [goTo, setGoTo] = useState<EditorPlace>();
  const [saving, setSaving] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const refusal = useRefusal('installConfig.save');
  const { config: read, platform, problems, topology } = analysis;
  const sections = sectionsOf(read, platform);
  const section = sections.find((each) => each.id === tab) ?? (children ? undefined : sections[0]);
  const readable = doc.faults.length === 0;
  const show = (line: number, column: number) => {
    setYaml(true);
    setGoTo({ line, column });
  };
  const open = (where: SectionId, item: number) => {
    setChosen((before) => ({ ...before, [where]: item }));
    void navigate(tabAddress(where, id));
  };
  useKeys([
    { key: 'y', label: 'Show or hide the YAML', run: () => setYaml(!yaml) },
    { key: 's', label: 'Save the file', run: () => setSaving(true), when: refusal === undefined },
  ]);
  return (
    <Screen
      eyebrow={[
        'Install config',
        <strong key="name">{read.metadata?.name || 'new cluster'}</strong>,
        `${platformName(platform)}${fields.openShiftVersion ? `, for OpenShift ${fields.openShiftVersion}` : ''}`,
      ]}
      sentence={sentenceOf(analysis, readable)}
      scroll={false}
      actions={
        <>
          <SavedMark keeping={keeping} />
          <HistoryButtons document={config} />
          <Button
            variant="secondary"
            icon={<CodeIcon />}
            aria-expanded={yaml}
            aria-controls="al-ic-yaml"
            onClick={() => setYaml(!yaml)}
          >
            YAML
          </Button>
          <RequestButton request="installConfig.saveFile" onClick={() => setSaving(true)}>
            Save file
          </RequestButton>
        </>
      }
    >
      <div className={`al-ic${yaml ? ' al-ic-with-yaml' : ''}`}>
        <SideNav tab={section?.id ?? tab} draft={id} form={{ sections, problems, kept: fields.kept }} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className="al-ic-main" tabIndex={0} aria-label="Form">
          <FormAlerts document={config} onShow={show} />
          <div className="al-column al-ic-body" inert={!readable}>
            {!children && <RequestNote request="installConfig.save" />}
            {children || (
              <>
                {topology && section && PLACES.has(section.id) && (
                  <RequestFields request="installConfig.save" quiet>
                    <TopologyCard topology={topology} onOpen={open} />
                  </RequestFields>
                )}
                {section && (
                  <SectionView
                    key={section.id}
                    section={section}
                    sections={sections}
                    chosen={chosen[section.id] ?? 0}
                    onChoose={(item) => setChosen((before) => ({ ...before, [section.id]: item }))}
                    onShow={({ line = 1, column = 1 }) => show(line, column)}
                  />
                )}
              </>
            )}
          </div>
        </section>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus left all of it */}
        <div
          id="al-ic-yaml"
          className="al-ic-yaml"
          hidden={!yaml}
          onBlur={(event) => {
            // Secrets that were typed into the text leave it with the focus.
            if (!event.currentTarget.contains(event.relatedTarget)) setTimeout(() => void keeping.now(), 0);
          }}
        >
          {yaml && (
            <DocumentPane
              file={fields.file}
              label="install-config.yaml"
              doc={doc}
              marks={marks}
              problems={problems}
              goTo={goTo}
              type={type}
              refusal={refusal}
              undo={undo}
              redo={redo}
              foot="Edits go both ways. Secrets have names in their place; what you type as one is taken when you leave the text."
            />
          )}
        </div>
      </div>
      {saving && (
        <SaveDialog
          hadSecrets={fields.digest !== undefined && text.includes('held-in-memory-')}
          onSaved={({ file, digest }) => change({ file, digest })}
          onClose={() => setSaving(false)}
        />
      )}
    </Screen>
  );
}
