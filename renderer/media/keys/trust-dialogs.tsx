import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useState } from 'react';
import type { FoundKeyLine, TrustedKeyLine } from '../../../core/contract/topics/keys.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { Fingerprint } from './fingerprint.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { t } from './messages.ts';

/** Trusts a key after the user compared its fingerprint, because anyone can put a key on a drive. */
export function TrustDialog({
  directory,
  found,
  onClose,
  onTrusted,
}: {
  directory: string;
  found: FoundKeyLine;
  onClose: () => void;
  /** @param unsigned transfers received without a signature */
  onTrusted: (unsigned: string[]) => void;
}) {
  const trust = useDo('keys.trust');
  const [compared, setCompared] = useState(false);
  const { file, fingerprint } = found;
  const act = () =>
    trust.mutate(
      { directory, file, fingerprint },
      {
        onSuccess: ({ unsigned }) => {
          onTrusted(unsigned);
          onClose();
        },
      },
    );
  return (
    <KeyDialog
      id="al-trust"
      title={t('compareTitle')}
      description={t('compareText')}
      wide
      request="keys.trust"
      action={t('trustButton')}
      isDisabled={!compared}
      isPending={trust.isPending}
      onAct={act}
      onClose={onClose}
    >
      <div className="al-column">
        <p className="al-fingerprint-large">
          <Fingerprint digits={fingerprint} />
        </p>
        <p>
          {t.parts('trustText', {
            directory,
            path: (path) => (
              <span key="path" className="al-mono al-anywhere">
                {path}
              </span>
            ),
          })}
        </p>
        <Checkbox
          id="al-trust-compared"
          label={t('comparedLabel')}
          isChecked={compared}
          onChange={(_event, on) => setCompared(on)}
        />
        {trust.error && <FailureAlert error={trust.error} title={t('trustFailedTitle')} />}
      </div>
    </KeyDialog>
  );
}

/** Removes a trusted key. */
export function DistrustDialog({
  trusted: { fingerprint, directory },
  last,
  onClose,
  onRemoved,
}: {
  trusted: TrustedKeyLine;
  /** The directory has no other trusted key. */
  last: boolean;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const remove = useDo('keys.distrust');
  const act = () =>
    remove.mutate(
      { fingerprint, directory },
      {
        onSuccess: () => {
          onRemoved();
          onClose();
        },
      },
    );
  return (
    <KeyDialog
      id="al-distrust"
      title={t('removeTitle')}
      description={last ? t('removeLastText') : t('removeText')}
      request="keys.distrust"
      danger
      action={t('removeButton')}
      isPending={remove.isPending}
      onAct={act}
      onClose={onClose}
    >
      <div className="al-column">
        <Fingerprint digits={fingerprint} />
        {directory === undefined && <p>{t('removeEverywhereText')}</p>}
        {remove.error && <FailureAlert error={remove.error} title={t('removeFailedTitle')} />}
      </div>
    </KeyDialog>
  );
}
