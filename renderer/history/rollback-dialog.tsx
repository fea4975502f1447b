import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { capitalized } from '../../core/contract/documents/words.ts';
import type { LiveRun, RollbackTag } from '../../core/contract/topics/run.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { runAddress } from '../parts/addresses.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { shortDigest } from '../parts/format.ts';
import { runTitle } from '../parts/run-words.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { type Column, VirtualTable } from '../parts/table/virtual-table.tsx';
import { t } from './messages.ts';
import { rollbackSentence, TAG_STATES } from './rollback-words.ts';

/** Shows the tags of a push with their previous digests, and those that can't be rolled back, before any is moved. */
export function RollbackDialog({ run, onClose }: { run: LiveRun; onClose: () => void }) {
  const navigate = useNavigate();
  const [force, setForce] = useState(false);
  const preview = useAsk('runs.previewRollback', { run: run.run, force }, { staleTime: 0, keep: true });
  const rollback = useDo('runs.rollback');
  const found = preview.data;
  const move = found?.counts.move ?? 0;
  const nothing = found !== undefined && !force && move + found.counts['moved-since'] === 0;
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="al-rollback-title">
      <ModalHeader
        title={t(nothing ? 'nothingTitle' : 'rollbackTitle', { run: runTitle(run) })}
        labelId="al-rollback-title"
        description={nothing ? undefined : t('rollbackText')}
      />
      <ModalBody>
        <div className="al-column">
          {preview.error && <FailureAlert error={preview.error} title={t('previewFailedTitle')} />}
          <p role="status">{found ? rollbackSentence(found) : preview.error ? '' : t('queryingText')}</p>
          {found && found.tags.length > 0 && (
            <div className="al-rollback-tags">
              <VirtualTable
                label={t('tagsLabel')}
                columns={COLUMNS}
                total={found.tags.length}
                rowAt={(index) => found.tags[index]}
              />
            </div>
          )}
          {found && (force || found.counts['moved-since'] > 0) && (
            <Checkbox
              id="al-rollback-force"
              label={t('forceLabel')}
              description={t('forceHelp')}
              isChecked={force}
              onChange={(_event, checked) => setForce(checked)}
            />
          )}
          {rollback.error && <FailureAlert error={rollback.error} title={t('rollbackFailedTitle')} />}
        </div>
      </ModalBody>
      <ModalFooter>
        {nothing ? (
          <Button variant="primary" onClick={onClose}>
            {t('closeButton')}
          </Button>
        ) : (
          <>
            <Button
              variant="primary"
              isDisabled={move === 0 || rollback.isPending || preview.isFetching}
              isLoading={rollback.isPending}
              onClick={() =>
                rollback.mutate(
                  { run: run.run, force },
                  { onSuccess: ({ run: next }) => void navigate(runAddress(next)) },
                )
              }
            >
              {move === 0 ? t('rollbackButton') : t('rollbackTagsButton', { tags: move })}
            </Button>
            <Button variant="link" onClick={onClose}>
              {t('cancelButton')}
            </Button>
          </>
        )}
      </ModalFooter>
    </Modal>
  );
}

const COLUMNS: Column<RollbackTag>[] = [
  {
    key: 'state',
    title: t('tagActionColumn'),
    width: '190px',
    cell: ({ state }) => <StateMark mark={TAG_STATES[state].mark}>{TAG_STATES[state].word}</StateMark>,
  },
  {
    key: 'tag',
    title: t('tagColumn'),
    width: 'minmax(0, 1.3fr)',
    cell: ({ destination }) => (
      <span className="al-mono" title={destination}>
        {destination.slice(destination.indexOf('/') + 1)}
      </span>
    ),
  },
  {
    key: 'digests',
    title: t('tagDigestsColumn'),
    width: 'minmax(0, 1fr)',
    cell: ({ now, before, why }) => (
      <span title={[why, now, before].filter(Boolean).join('\n')}>
        {(why && capitalized(why)) ?? (
          <span className="al-mono">
            {now ? shortDigest(now) : t('noDigest')}
            {before !== undefined && before !== now && ` → ${shortDigest(before)}`}
          </span>
        )}
      </span>
    ),
  },
];
