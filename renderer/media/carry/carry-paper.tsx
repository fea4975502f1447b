import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { FailureAlert } from '../../parts/failure.tsx';
import { TextField } from '../../parts/fields/option-fields.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { Card } from '../../parts/screen.tsx';
import { CheckCommandField } from '../check-command-field.tsx';
import { KeyFileInput, More } from '../more.tsx';
import { RecordFingerprint } from '../record-fingerprint.tsx';
import { usePrintedPage } from '../use-printed-page.ts';
import { type CarryChoices, choicesOfWay, type Way, wayOf, wrongNumbers, wrongSize } from './choices.ts';
import type { Carrying } from './use-carrying.ts';

/** What lies on each medium beside its pieces. */
export function OnEachMedium({
  choices,
  onChange,
  disabled,
}: {
  choices: CarryChoices;
  onChange: (changes: Partial<CarryChoices>) => void;
  disabled: boolean;
}) {
  const { profile, format, withApp, app } = choices;
  if (format !== 'airlock')
    return (
      <Card title={format === 'oc' ? 'A directory for oc' : 'A set for oc-mirror'}>
        <p className="al-sub">
          {format === 'oc'
            ? 'The images as oc image mirror --from-dir reads them, with what is applied to the cluster. What is left out is named.'
            : 'Files of the set as oc-mirror --from reads them. It needs all of them in one folder.'}{' '}
          They are written onto the chosen media alone; Airlock receives them, too.
        </p>
      </Card>
    );
  if (profile === 'diode')
    return (
      <Card title="In each file">
        <p className="al-sub">
          Short flat names, and the index in every file: they may arrive in any order, twice, or not at all.
          The index's digests cover every byte, so no checksum list is needed. If the export is signed, the
          only other file is the signature.
        </p>
      </Card>
    );
  return (
    <Card title="On each medium">
      <dl className="al-facts">
        <dt className="al-mono">AIRLOCK.html</dt>
        <dd>what this is, what to do; no script in it</dd>
        <dt className="al-mono">index.json</dt>
        <dd>everything in it with digest and size</dd>
        <dt className="al-mono">export.json</dt>
        <dd>all pieces, also those elsewhere</dd>
        <dt className="al-mono">record/</dt>
        <dd>transfer record: HTML, CSV, JSON</dd>
        <dt className="al-mono">drive-N.sha256</dt>
        <dd>checksums of all files on it, for sha256sum --check</dd>
      </dl>
      <div className="al-carry-app">
        <Checkbox
          id="al-carry-with-app"
          label="Airlock itself, in a folder of its own"
          isChecked={withApp}
          isDisabled={disabled}
          onChange={(_event, on) => onChange({ withApp: on })}
        />
        {withApp && (
          <PathInput
            id="al-carry-app"
            label="Airlock for the other side"
            kind="folder"
            value={app}
            disabled={disabled}
            onChange={(folder) => onChange({ app: folder })}
            helper="A folder that holds it, as it was unpacked. It goes onto the first medium."
          />
        )}
      </div>
    </Card>
  );
}

/** The transfer record, and what else may be asked of an export. */
export function CarryPaper({ carrying }: { carrying: Carrying }) {
  const { workspace, transfer, plan, choices, choose } = carrying;
  const page = usePrintedPage(`${transfer}-record`, (client) =>
    client.request('media.record', { workspace, transfer }),
  );
  return (
    <Card
      title="Paper for security"
      actions={
        <Button variant="secondary" size="sm" onClick={page.save}>
          Save record to print
        </Button>
      }
    >
      <div className="al-carry-more">
        {page.error !== undefined && <FailureAlert error={page.error} title="The record was not made" />}
        <dl className="al-facts">
          <RecordFingerprint hash={plan?.shortHash} note="must match the record on the receiving side" />
        </dl>
        <TextField
          id="al-carry-marking"
          label="Marking"
          value={choices.marking}
          maxLength={120}
          placeholder="RESTRICTED"
          disabled={carrying.controls.under}
          note="At the head and foot of every page of the record."
          onChange={(marking) => choose({ marking })}
        />
        <More>
          <CarryMore carrying={carrying} />
        </More>
      </div>
    </Card>
  );
}

const WAY_NAMES: Readonly<Record<Way, string>> = {
  folders: 'On media that people carry',
  diode: 'Through a diode: flat short names',
  'oc-mirror': 'As a set that oc-mirror reads',
  oc: 'As a directory that oc reads',
};

function CarryMore({ carrying: { choices, choose, plan, controls } }: { carrying: Carrying }) {
  const disabled = controls.under;
  return (
    <>
      <FormGroup label="How it crosses" fieldId="al-carry-way">
        <FormSelect
          id="al-carry-way"
          value={wayOf(choices)}
          isDisabled={disabled}
          onChange={(_event, way) => choose(choicesOfWay(way as Way))}
        >
          {Object.entries(WAY_NAMES).map(([way, name]) => (
            <FormSelectOption key={way} value={way} label={name} />
          ))}
        </FormSelect>
      </FormGroup>
      {choices.format === 'airlock' && (
        <TextField
          id="al-carry-only"
          label="Only these pieces"
          value={choices.only}
          placeholder="3, 5-7"
          disabled={disabled}
          problem={wrongNumbers(choices, plan?.pieces.length ?? 0)}
          note="Such as those that lack on the other side; also when they were written before."
          onChange={(only) => choose({ only })}
        />
      )}
      <TextField
        id="al-carry-size"
        label="Largest file"
        value={choices.pieceSize}
        placeholder="4 GB"
        disabled={disabled}
        problem={wrongSize(choices)}
        note={
          plan?.begun ? 'What is written stays; the rest is cut anew.' : 'What scanners and FAT32 take: 4 GB.'
        }
        onChange={(pieceSize) => choose({ pieceSize })}
      />
      <KeyFileInput
        id="al-carry-sign"
        label="Sign with"
        value={choices.signKey}
        disabled={disabled}
        onChange={(signKey) => choose({ signKey })}
        helper="An OpenPGP private key: a signature over the index lies beside it."
      />
      <CheckCommandField
        id="al-carry"
        choice={choices}
        onChange={choose}
        disabled={disabled}
        note="Run for every image with its unpacked files, before the first byte leaves."
        requireLabel="What it cannot check stays here, too"
      />
      <Checkbox
        id="al-carry-read-back"
        label="Read back what was written"
        description="Past the memory of this host, where the system allows."
        isChecked={choices.readBack}
        isDisabled={disabled}
        onChange={(_event, readBack) => choose({ readBack })}
      />
    </>
  );
}
