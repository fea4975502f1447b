import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import type { ExportSettingsInput } from '../../core/contract/topics/media.ts';
import { pieceNumbers } from '../enclave/enclave-words.ts';
import { useClient } from '../engine/provider.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { FieldNote } from '../parts/field-note.tsx';
import { PathInput } from '../parts/path-input.tsx';
import { savePage } from '../parts/save-picture.ts';
import { Card } from '../parts/screen.tsx';
import { type CheckChoice, CheckCommandField, checkSettings } from './check-command-field.tsx';
import { pieceSizeOf } from './media-words.ts';

/** What is chosen besides the media. */
export interface CarryChoices extends CheckChoice {
  profile: 'folders' | 'diode';
  format: 'airlock' | 'oc-mirror' | 'oc';
  /** As typed; empty: the default. */
  pieceSize: string;
  /** Numbers of pieces as typed; empty: all that are not written. */
  only: string;
  withApp: boolean;
  /** Folder that holds Airlock itself. */
  app: string;
  readBack: boolean;
  marking: string;
  signKey: string;
  /** A file that opens a private key with a passphrase. */
  passphraseFile: string;
}

export const NO_CHOICES: CarryChoices = {
  profile: 'folders',
  format: 'airlock',
  pieceSize: '',
  only: '',
  withApp: false,
  app: '',
  readBack: true,
  marking: '',
  signKey: '',
  passphraseFile: '',
  check: '',
  requireCheck: false,
};

/** Ways across, as the menu names them. */
const WAYS = {
  folders: { profile: 'folders', format: 'airlock' },
  diode: { profile: 'diode', format: 'airlock' },
  'oc-mirror': { profile: 'folders', format: 'oc-mirror' },
  oc: { profile: 'folders', format: 'oc' },
} as const;

/** What is asked of the engine. */
export function exportInput(request: {
  workspace: string;
  transfer: string;
  to: string[];
  choices: CarryChoices;
  /** Pieces of the transfer: numbers above are no pieces. */
  most: number;
}): ExportSettingsInput & { profile: 'folders' | 'diode' } {
  const { workspace, transfer, to, choices, most } = request;
  const { profile, format, pieceSize, readBack, marking, signKey, passphraseFile } = choices;
  const typed = pieceSizeOf(pieceSize);
  const app = choices.withApp ? choices.app.trim() : '';
  const only = pieceNumbers(choices.only, most);
  return {
    workspace,
    transfer,
    to,
    profile,
    format,
    readBack,
    ...('numbers' in only && { pieces: only.numbers }),
    ...(app !== '' && { app }),
    ...('bytes' in typed && { pieceSize: typed.bytes }),
    ...(marking.trim() !== '' && { marking: marking.trim() }),
    ...(signKey.trim() !== '' && { signKey: signKey.trim() }),
    ...(passphraseFile.trim() !== '' && { passphraseFile: passphraseFile.trim() }),
    ...checkSettings(choices),
  };
}

/** What lies on each medium beside its pieces. */
export function OnEachMedium({
  choices,
  onChange,
  disabled,
}: {
  choices: CarryChoices;
  onChange: (choices: CarryChoices) => void;
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
          onChange={(_event, on) => onChange({ ...choices, withApp: on })}
        />
        {withApp && (
          <PathInput
            id="al-carry-app"
            label="Airlock for the other side"
            kind="folder"
            value={app}
            disabled={disabled}
            onChange={(folder) => onChange({ ...choices, app: folder })}
            helper="A folder that holds it, as it was unpacked. It goes onto the first medium."
          />
        )}
      </div>
    </Card>
  );
}

/** The transfer record, and what else may be asked of an export. */
export function CarryPaper({
  workspace,
  transfer,
  shortHash,
  choices,
  onChange,
  begun,
  pieces,
  disabled,
}: {
  workspace: string;
  transfer: string;
  shortHash: string | undefined;
  choices: CarryChoices;
  onChange: (choices: CarryChoices) => void;
  begun: boolean;
  pieces: number;
  /** While it is written. */
  disabled: boolean;
}) {
  const client = useClient();
  const [error, setError] = useState<unknown>();
  const [more, setMore] = useState(false);
  const set = (changes: Partial<CarryChoices>) => onChange({ ...choices, ...changes });
  const typed = choices.pieceSize.trim() === '' ? undefined : pieceSizeOf(choices.pieceSize);
  const only = choices.only.trim() === '' ? undefined : pieceNumbers(choices.only, pieces);
  const save = async () => {
    try {
      const { html } = await client.request('media.record', { workspace, transfer });
      savePage(html, `${transfer}-record`);
      setError(undefined);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Card
      title="Paper for security"
      actions={
        <Button variant="secondary" size="sm" onClick={() => void save()}>
          Save record to print
        </Button>
      }
    >
      <div className="al-carry-more">
        {error !== undefined && <FailureAlert error={error} title="The record was not made" />}
        <dl className="al-facts">
          <dt>Record fingerprint</dt>
          <dd>
            <span className="al-paper-hash">{shortHash ?? '…'}</span>{' '}
            <span className="al-sub al-small">must match the record on the receiving side</span>
          </dd>
        </dl>
        <FormGroup label="Marking" fieldId="al-carry-marking">
          <TextInput
            id="al-carry-marking"
            value={choices.marking}
            maxLength={120}
            placeholder="RESTRICTED"
            isDisabled={disabled}
            aria-describedby="al-carry-marking-note"
            onChange={(_event, marking) => set({ marking })}
          />
          <FieldNote id="al-carry-marking-note" problem={undefined}>
            At the head and foot of every page of the record.
          </FieldNote>
        </FormGroup>
        <ExpandableSection
          toggleText="More"
          isExpanded={more}
          onToggle={(_event, open) => setMore(open)}
          isIndented
        >
          <div className="al-carry-more">
            <FormGroup label="How it crosses" fieldId="al-carry-way">
              <FormSelect
                id="al-carry-way"
                value={choices.format === 'airlock' ? choices.profile : choices.format}
                isDisabled={disabled}
                onChange={(_event, way) => set(WAYS[way as keyof typeof WAYS])}
              >
                <FormSelectOption value="folders" label="On media that people carry" />
                <FormSelectOption value="diode" label="Through a diode: flat short names" />
                <FormSelectOption value="oc-mirror" label="As a set that oc-mirror reads" />
                <FormSelectOption value="oc" label="As a directory that oc reads" />
              </FormSelect>
            </FormGroup>
            {choices.format === 'airlock' && (
              <FormGroup label="Only these pieces" fieldId="al-carry-only">
                <TextInput
                  id="al-carry-only"
                  value={choices.only}
                  placeholder="3, 5-7"
                  isDisabled={disabled}
                  validated={only && 'error' in only ? 'error' : 'default'}
                  aria-describedby="al-carry-only-note"
                  onChange={(_event, text) => set({ only: text })}
                />
                <FieldNote id="al-carry-only-note" problem={only && 'error' in only ? only.error : undefined}>
                  Such as those that lack on the other side; also when they were written before.
                </FieldNote>
              </FormGroup>
            )}
            <FormGroup label="Largest file" fieldId="al-carry-size">
              <TextInput
                id="al-carry-size"
                value={choices.pieceSize}
                placeholder="4 GB"
                isDisabled={disabled}
                validated={typed && 'error' in typed ? 'error' : 'default'}
                aria-describedby="al-carry-size-note"
                onChange={(_event, pieceSize) => set({ pieceSize })}
              />
              <FieldNote
                id="al-carry-size-note"
                problem={typed && 'error' in typed ? typed.error : undefined}
              >
                {begun
                  ? 'What is written stays; the rest is cut anew.'
                  : 'What scanners and FAT32 take: 4 GB.'}
              </FieldNote>
            </FormGroup>
            <PathInput
              id="al-carry-sign"
              label="Sign with"
              kind="file"
              extensions={['asc', 'gpg', 'pgp', 'key']}
              value={choices.signKey}
              disabled={disabled}
              onChange={(signKey) => set({ signKey })}
              helper="An OpenPGP private key: a signature over the index lies beside it."
            />
            <CheckCommandField
              id="al-carry"
              choice={choices}
              onChange={set}
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
              onChange={(_event, readBack) => set({ readBack })}
            />
          </div>
        </ExpandableSection>
      </div>
    </Card>
  );
}
