import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { FailureAlert } from '../../parts/failure.tsx';
import { TextField } from '../../parts/fields/option-fields.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { CheckCommandField } from '../check-command-field.tsx';
import { KeyFileInput, More } from '../more.tsx';
import { RecordFingerprint } from '../record-fingerprint.tsx';
import { usePrintedPage } from '../use-printed-page.ts';
import {
  type CarryChoices,
  choicesOfFormat,
  type FormatChoice,
  formatChoiceOf,
  wrongApp,
  wrongNumbers,
  wrongSize,
} from './choices.ts';
import { t } from './messages.ts';
import { MissingVolumes } from './missing-volumes.tsx';
import type { Carrying } from './use-carrying.ts';

/** The files on each drive in addition to the volumes. */
export function OnEachDrive({
  choices,
  suggested,
  isPractice,
  onChange,
  disabled,
}: {
  choices: CarryChoices;
  suggested: Carrying['app'];
  /** The drives of practice are too small for Airlock. */
  isPractice: boolean;
  onChange: (changes: Partial<CarryChoices>) => void;
  disabled: boolean;
}) {
  const { profile, format, withApp, app } = choices;
  if (format !== 'airlock')
    return (
      <Card title={format === 'oc' ? t('ocTitle') : t('ocMirrorTitle')}>
        <p className="al-sub">{format === 'oc' ? t('ocText') : t('ocMirrorText')}</p>
      </Card>
    );
  if (profile === 'diode')
    return (
      <Card title={t('fileTitle')}>
        <p className="al-sub">{t('fileText')}</p>
      </Card>
    );
  return (
    <Card title={t('driveTitle')}>
      <dl className="al-facts">
        <dt className="al-mono">AIRLOCK.html</dt>
        <dd>{t('guideFile')}</dd>
        <dt className="al-mono">index.json</dt>
        <dd>{t('indexFile')}</dd>
        <dt className="al-mono">export.json</dt>
        <dd>{t('exportFile')}</dd>
        <dt className="al-mono">record/</dt>
        <dd>{t('recordDirectory')}</dd>
        <dt className="al-mono">drive-N.sha256</dt>
        <dd>
          {t.parts('checksumFile', {
            command: (inner) => (
              <code key="command" className="al-mono al-nowrap">
                {inner}
              </code>
            ),
          })}
        </dd>
      </dl>
      {!isPractice && (
        <div className="al-carry-app">
          <Checkbox
            id="al-carry-with-app"
            label={t('withAppLabel')}
            description={suggested && appNote(suggested)}
            isChecked={withApp}
            isDisabled={disabled}
            onChange={(_event, on) => onChange({ withApp: on })}
          />
          {withApp && (
            <PathInput
              id="al-carry-app"
              label={t('appLabel')}
              kind="file"
              extensions={['gz']}
              value={app}
              disabled={disabled}
              onChange={(path) => onChange({ app: path })}
              error={wrongApp(choices)}
              helper={t('appHelp')}
            />
          )}
        </div>
      )}
    </Card>
  );
}

function appNote({ bundle, siteHasAirlock }: NonNullable<Carrying['app']>): string {
  if (siteHasAirlock) return t('siteHasAirlock');
  return bundle ? t('bundleFound', { size: size(bundle.bytes) }) : t('bundleNotFound');
}

/** The transfer record, and more options of an export. */
export function RecordCard({ carrying }: { carrying: Carrying }) {
  const { workspace, transfer, plan, choices, choose } = carrying;
  const page = usePrintedPage(`${transfer}-record`, (client) =>
    client.request('media.record', { workspace, transfer }),
  );
  return (
    <Card
      title={t('recordTitle')}
      actions={
        <Button variant="secondary" size="sm" onClick={page.save}>
          {t('saveRecordButton')}
        </Button>
      }
    >
      <div className="al-carry-more">
        {page.error !== undefined && <FailureAlert error={page.error} title={t('recordFailedTitle')} />}
        <dl className="al-facts">
          <RecordFingerprint hash={plan?.fingerprint} note={t('fingerprintNote')} />
        </dl>
        <TextField
          id="al-carry-marking"
          label={t('markingLabel')}
          value={choices.marking}
          maxLength={120}
          placeholder={t('markingPlaceholder')}
          disabled={carrying.controls.under}
          note={t('markingHelp')}
          onChange={(marking) => choose({ marking })}
        />
        <More>
          <CarryMore carrying={carrying} />
        </More>
      </div>
    </Card>
  );
}

const FORMAT_CHOICES: readonly FormatChoice[] = ['drive', 'diode', 'oc-mirror', 'oc'];

function CarryMore({
  carrying: { choices, choose, plan, controls, workspace, transfer },
}: {
  carrying: Carrying;
}) {
  const disabled = controls.under;
  return (
    <>
      <FormGroup label={t('formatLabel')} fieldId="al-carry-format">
        <FormSelect
          id="al-carry-format"
          value={formatChoiceOf(choices)}
          isDisabled={disabled}
          onChange={(_event, choice) => choose(choicesOfFormat(choice as FormatChoice))}
        >
          {FORMAT_CHOICES.map((choice) => (
            <FormSelectOption key={choice} value={choice} label={t(`${choice}Format`)} />
          ))}
        </FormSelect>
      </FormGroup>
      {choices.format === 'airlock' && (
        <TextField
          id="al-carry-only"
          label={t('onlyLabel')}
          value={choices.only}
          placeholder={t('onlyPlaceholder')}
          disabled={disabled}
          problem={wrongNumbers(choices, plan?.volumes.length ?? 0)}
          note={t('onlyHelp')}
          onChange={(only) => choose({ only })}
        />
      )}
      {choices.format === 'airlock' && plan?.started && (
        <MissingVolumes
          workspace={workspace}
          transfer={transfer}
          disabled={disabled}
          onVolumes={(only) => choose({ only })}
        />
      )}
      <TextField
        id="al-carry-size"
        label={t('sizeLabel')}
        value={choices.volumeSize}
        placeholder={t('sizePlaceholder')}
        disabled={disabled}
        problem={wrongSize(choices)}
        note={plan?.started ? t('newSizeHelp') : t('sizeHelp')}
        onChange={(volumeSize) => choose({ volumeSize })}
      />
      <KeyFileInput
        id="al-carry-sign"
        label={t('signLabel')}
        value={choices.signKey}
        disabled={disabled}
        onChange={(signKey) => choose({ signKey })}
        helper={t('signHelp')}
      />
      <CheckCommandField
        id="al-carry"
        choice={choices}
        onChange={choose}
        disabled={disabled}
        note={t('checkHelp')}
        requireLabel={t('requireLabel')}
      />
      <Checkbox
        id="al-carry-read-back"
        label={t('readBackLabel')}
        description={t('readBackHelp')}
        isChecked={choices.readBack}
        isDisabled={disabled}
        onChange={(_event, readBack) => choose({ readBack })}
      />
    </>
  );
}
