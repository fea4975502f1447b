import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import type { RequestInput, RequestOutput } from '../../../core/contract/contract.ts';
import { shellWord } from '../../../core/contract/documents/shell-word.ts';
import { FILE_ARCHITECTURES, type MirroredRelease } from '../../../core/contract/topics/releases.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useTicketed } from '../../engine/ticketed.ts';
import { JobView } from '../../job/job-view.tsx';
import { ShellCommands } from '../../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestFields } from '../../parts/fields/request-fields.tsx';
import { size, sizeOf } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { BootImages } from './boot-images.tsx';
import { t } from './messages.ts';
import type { ReleaseMirror } from './release-mirror.ts';

type Choice = RequestInput<'releases.bootImages'>;
type Extraction = Omit<RequestInput<'releases.extract'>, 'ticket'>;

/**
 * Extracts the installer, the clients and the live ISO of a mirrored release.
 * @param given.suggested place of the release until another one is entered
 * @param given.release a pushed release, whose fields are filled in
 * @param given.to default directory for the files
 */
export function ToolsCard(given: {
  suggested?: ReleaseMirror | undefined;
  release?: MirroredRelease | undefined;
  to: string;
}) {
  const { suggested, release } = given;
  const workspace = useCurrentWorkspace();
  const [from, setFrom] = useState(release?.from);
  const [nested, setNested] = useState<string>();
  const [version, setVersion] = useState(release?.version ?? '');
  const [architecture, setArchitecture] = useState<Extraction['architecture']>();
  const [to, setTo] = useState(given.to);
  const [chosen, setChosen] = useState({ tools: true, iso: true });
  const extraction = useTicketed('releases.extract');
  const place = from ?? suggested?.from ?? workspace ?? '';
  const isRegistry = place.startsWith('docker://');
  // Either side's workspace contains the signatures of the releases that went through it.
  const signatures = isRegistry ? (release ? release.signatures : workspace) : undefined;
  const paths = nested ?? `${(release ?? suggested)?.maxNestedPaths ?? ''}`;
  const choice: Choice = {
    from: place,
    signatures,
    maxNestedPaths: isRegistry && Number(paths) > 0 ? Number(paths) : undefined,
    version: version || undefined,
    architecture,
  };
  const input: Extraction = { ...choice, to, ...chosen };
  const arePathsValid = !isRegistry || /^(|0|[1-9]\d?|100)$/.test(paths);
  const isPlace = arePathsValid && /^(docker:\/\/.|\/)/.test(place);
  const isReady = isPlace && to.startsWith('/') && (chosen.tools || chosen.iso);
  const extract = () => {
    extraction.forgetError();
    void extraction.ask(input);
  };
  const { done = 0, total } = extraction.work?.progress ?? {};
  return (
    <Card title={t('toolsTitle')} note={t('toolsNote')} label={t('toolsTitle')}>
      <div className="al-column">
        <RequestFields request="releases.extract" quiet>
          <div className="al-ic-fields al-ic-fields-places">
            <PathInput
              id="al-ic-tools-from"
              label={t('toolsFromLabel')}
              kind="directory"
              value={place}
              onChange={setFrom}
              placeholder={t('toolsFromPlaceholder')}
            />
            {isRegistry && (
              <div className="al-ic-field">
                <label htmlFor="al-ic-tools-nested">{t('toolsNestedLabel')}</label>
                <TextInput
                  id="al-ic-tools-nested"
                  value={paths}
                  placeholder={t('toolsNestedPlaceholder')}
                  inputMode="numeric"
                  autoComplete="off"
                  validated={arePathsValid ? 'default' : 'error'}
                  aria-describedby="al-ic-tools-nested-help"
                  onChange={(_event, text) => setNested(text.trim())}
                />
                <span id="al-ic-tools-nested-help" className="al-sub al-small">
                  {t('toolsNestedHelp')}
                </span>
              </div>
            )}
            <div className="al-ic-field">
              <label htmlFor="al-ic-tools-version">{t('toolsVersionLabel')}</label>
              <TextInput
                id="al-ic-tools-version"
                value={version}
                placeholder={t('toolsVersionPlaceholder')}
                autoComplete="off"
                onChange={(_event, text) => setVersion(text.trim())}
              />
            </div>
            <div className="al-ic-field">
              <label htmlFor="al-ic-tools-arch">{t('toolsArchLabel')}</label>
              <FormSelect
                id="al-ic-tools-arch"
                value={architecture ?? ''}
                onChange={(_event, value) =>
                  setArchitecture(FILE_ARCHITECTURES.find((each) => each === value))
                }
              >
                <FormSelectOption value="" label={t('toolsArchDefault')} />
                {FILE_ARCHITECTURES.map((each) => (
                  <FormSelectOption key={each} value={each} label={each} />
                ))}
              </FormSelect>
            </div>
            <PathInput
              id="al-ic-tools-to"
              label={t('toolsToLabel')}
              kind="directory"
              value={to}
              onChange={setTo}
            />
          </div>
          <div className="al-row al-wrap">
            <Checkbox
              id="al-ic-tools-binaries"
              label={t('toolsChoice')}
              isChecked={chosen.tools}
              onChange={(_event, tools) => setChosen({ ...chosen, tools })}
            />
            <Checkbox
              id="al-ic-tools-iso"
              label={t('isoChoice')}
              isChecked={chosen.iso}
              onChange={(_event, iso) => setChosen({ ...chosen, iso })}
            />
          </div>
        </RequestFields>
        {extraction.error !== undefined && (
          <FailureAlert error={extraction.error} title={t('extractFailedTitle')} />
        )}
        {extraction.asking ? (
          <>
            <JobView job={extraction.work} label={t('extractProgressLabel')} small />
            <p className="al-sub al-num">{total ? sizeOf(done, total) : ''}</p>
            <div className="al-actions">
              <Button variant="secondary" size="sm" onClick={extraction.cancel}>
                {t('stopExtractButton')}
              </Button>
            </div>
          </>
        ) : (
          <div className="al-actions">
            <RequestButton
              request="releases.extract"
              variant="secondary"
              size="sm"
              isDisabled={!isReady}
              onClick={extract}
            >
              {t('extractButton')}
            </RequestButton>
          </div>
        )}
        {extraction.answer && <Extracted result={extraction.answer.value} />}
        <Commands input={input} isReady={isReady} />
        <BootImages key={JSON.stringify(choice)} {...{ choice, workspace }} isReady={isPlace} />
        {isPlace && <BootImagesCommand choice={choice} />}
      </div>
    </Card>
  );
}

function Extracted({ result }: { result: RequestOutput<'releases.extract'> }) {
  const { files, problems, installs, isOriginalName, version, architecture } = result;
  return (
    <>
      <p role="status" className="al-small">
        <StateMark mark={problems.some(({ level }) => level === 'error') ? 'warning' : 'good'}>
          {t('extractedText', { count: files.length, version, architecture })}
        </StateMark>
      </p>
      {installs !== undefined && (
        <p className="al-small al-anywhere">{t('installsText', { image: installs })}</p>
      )}
      {installs !== undefined && isOriginalName && <p className="al-sub al-small">{t('originalNameText')}</p>}
      {problems.length > 0 && <ProblemList problems={problems} />}
      {files.length > 0 && (
        <table className="al-plain-table">
          <thead>
            <tr>
              <th scope="col">{t('fileHead')}</th>
              <th scope="col">{t('sizeHead')}</th>
              <th scope="col">{t('sha256Head')}</th>
              <th scope="col">{t('fromImageHead')}</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ path, size: bytes, sha256, component, image }) => (
              <tr key={path}>
                <th scope="row" className="al-mono al-anywhere">
                  {path}
                </th>
                <td className="al-num">{size(bytes)}</td>
                <td className="al-mono al-anywhere">{sha256}</td>
                <td className="al-mono al-anywhere">{`${component}@${image}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Returns the options of a command that choose a release. */
function optionsOf({ from, signatures, maxNestedPaths, version, architecture }: Choice): string {
  const place = from.startsWith('docker://') ? from : `file://${from}`;
  return [
    `--from ${shellWord(place)}`,
    version && `--version ${shellWord(version)}`,
    architecture && `--arch ${architecture}`,
    maxNestedPaths && `--max-nested-paths ${maxNestedPaths}`,
    signatures && `--signatures ${shellWord(`file://${signatures}`)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function BootImagesCommand({ choice }: { choice: Choice }) {
  return (
    <>
      <p className="al-sub al-small">{t('bootImagesCommandLabel')}</p>
      <ShellCommands
        lines={[`airlock release boot-images ${optionsOf(choice)}`]}
        what={t('copyBootImagesButton')}
      />
    </>
  );
}

/** The same on a terminal. */
function Commands({ input, isReady }: { input: Extraction; isReady: boolean }) {
  if (!isReady) return null;
  const { tools, iso, to } = input;
  const files = [tools && '--tools', iso && '--iso'].filter(Boolean).join(' ');
  const extract = `airlock release extract ${files} ${optionsOf(input)} --to ${shellWord(to)}`;
  return (
    <>
      <p className="al-sub al-small">{t('toolsCommandLabel')}</p>
      <ShellCommands lines={[extract]} what={t('copyToolsCommandButton')} />
    </>
  );
}
