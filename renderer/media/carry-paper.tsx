import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import type { ExportSettingsInput } from '../../core/contract/media.ts';
import { useClient } from '../engine/provider.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/path-input.tsx';
import { Card } from '../parts/screen.tsx';
import { FieldNote } from '../run/field-note.tsx';
import { savePage } from '../upgrades/save-picture.ts';
import { pieceSizeOf } from './media-words.ts';

/** What is chosen besides the media. */
export interface CarryChoices {
  profile: 'folders' | 'diode';
  /** As typed; empty: the default. */
  pieceSize: string;
  readBack: boolean;
  marking: string;
  signKey: string;
  check: string;
  requireCheck: boolean;
}

export const NO_CHOICES: CarryChoices = {
  profile: 'folders',
  pieceSize: '',
  readBack: true,
  marking: '',
  signKey: '',
  check: '',
  requireCheck: false,
};

/** What is asked of the engine. */
export function exportInput(request: {
  workspace: string;
  transfer: string;
  to: string[];
  choices: CarryChoices;
}): ExportSettingsInput & { profile: 'folders' | 'diode' } {
  const { workspace, transfer, to, choices } = request;
  const { profile, pieceSize, readBack, marking, signKey, check, requireCheck } = choices;
  const typed = pieceSizeOf(pieceSize);
  return {
    workspace,
    transfer,
    to,
    profile,
    readBack,
    ...('bytes' in typed && { pieceSize: typed.bytes }),
    ...(marking.trim() !== '' && { marking: marking.trim() }),
    ...(signKey.trim() !== '' && { signKey: signKey.trim() }),
    ...(check.trim() !== '' && { check: check.trim(), requireCheck }),
  };
}

/** What lies on each medium beside its pieces. */
export function OnEachMedium({ profile, pieces }: { profile: CarryChoices['profile']; pieces: number }) {
  if (profile === 'diode')
    return (
      <Card title="In each file">
        <p className="al-sub">
          Short flat names, and the index in every file: they may arrive in any order, twice, or not at all.
          No other file is written.
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
        <dd>
          {pieces > 0 ? `all ${pieces} pieces, also those elsewhere` : 'all pieces, also those elsewhere'}
        </dd>
        <dt className="al-mono">record/</dt>
        <dd>transfer record: HTML, CSV, JSON</dd>
      </dl>
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
  disabled,
}: {
  workspace: string;
  transfer: string;
  shortHash: string | undefined;
  choices: CarryChoices;
  onChange: (choices: CarryChoices) => void;
  begun: boolean;
  /** While it is written. */
  disabled: boolean;
}) {
  const client = useClient();
  const [error, setError] = useState<unknown>();
  const [more, setMore] = useState(false);
  const set = (changes: Partial<CarryChoices>) => onChange({ ...choices, ...changes });
  const typed = choices.pieceSize.trim() === '' ? undefined : pieceSizeOf(choices.pieceSize);
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
          <dt>Short hash</dt>
          <dd>
            <span className="al-paper-hash">{shortHash ?? '…'}</span>{' '}
            <span className="al-sub al-small">the same on the paper of the other side</span>
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
            <fieldset className="al-column" disabled={disabled}>
              <legend className="al-strong">How it crosses</legend>
              <Radio
                id="al-carry-folders"
                name="al-carry-profile"
                label="On media that people carry"
                isChecked={choices.profile === 'folders'}
                isDisabled={disabled}
                onChange={() => set({ profile: 'folders' })}
              />
              <Radio
                id="al-carry-diode"
                name="al-carry-profile"
                label="Through a diode: flat short names, the index in every file"
                isChecked={choices.profile === 'diode'}
                isDisabled={disabled}
                onChange={() => set({ profile: 'diode' })}
              />
            </fieldset>
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
            <FormGroup label="Check command" fieldId="al-carry-check">
              <TextInput
                id="al-carry-check"
                className="al-mono"
                value={choices.check}
                placeholder="scan {files}"
                isDisabled={disabled}
                aria-describedby="al-carry-check-note"
                onChange={(_event, check) => set({ check })}
              />
              <FieldNote id="al-carry-check-note" problem={undefined}>
                Run for every image with its unpacked files, before the first byte leaves.
              </FieldNote>
            </FormGroup>
            {choices.check.trim() !== '' && (
              <Checkbox
                id="al-carry-require"
                label="What it cannot check stays here, too"
                isChecked={choices.requireCheck}
                isDisabled={disabled}
                onChange={(_event, requireCheck) => set({ requireCheck })}
              />
            )}
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
