import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import type { ScheduleLine } from '../../core/contract/topics/schedules/schedules.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { KebabMenu } from '../parts/fields/kebab-menu.tsx';
import { RequestItem } from '../parts/fields/request-fields.tsx';
import { clock } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { RelativeTime, useNow } from '../parts/time.tsx';
import { t } from './messages.ts';
import { resultView, startWords, stateView, workText } from './schedule-words.ts';

/** Returns the ID of the button that shows the results of a schedule. */
export function rowId(name: string): string {
  return `al-schedule-row-${name}`;
}

/** The schedules in the order of the queue, with their actions. */
export function Queue({
  workspace,
  schedules,
  shown,
  onShow,
  onEdit,
}: {
  workspace: string;
  schedules: readonly ScheduleLine[];
  shown: string | undefined;
  onShow: (name: string) => void;
  onEdit: (schedule: ScheduleLine) => void;
}) {
  const now = useNow();
  const pause = useDo('schedules.pause');
  const run = useDo('schedules.runNow');
  const move = useDo('schedules.move');
  const remove = useDo('schedules.remove');
  const [removing, setRemoving] = useState<string>();
  const error = pause.error ?? run.error ?? move.error ?? remove.error;
  return (
    <Card title={t('queueTitle')} note={schedules.length > 1 ? t('queueNote') : undefined} flush>
      {error && <FailureAlert error={error} title={t('changeFailedTitle')} />}
      <table className="al-plain-table al-schedules">
        <thead>
          <tr>
            <th scope="col">{t('nameColumn')}</th>
            <th scope="col">{t('stateColumn')}</th>
            <th scope="col">{t('nextColumn')}</th>
            <th scope="col">{t('lastColumn')}</th>
            <th scope="col">
              <span className="al-unseen">{t('actionsColumn')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {schedules.map((schedule, index) => {
            const { name, nextAt, nextTo, retryAt, occasions } = schedule;
            const state = stateView(schedule);
            const [last] = occasions;
            const result = last && resultView(last);
            return (
              <tr key={name}>
                <th scope="row">
                  <Button
                    id={rowId(name)}
                    variant="link"
                    isInline
                    aria-pressed={name === shown}
                    onClick={() => onShow(name)}
                  >
                    {name}
                  </Button>
                  <span className="al-sub al-small al-schedule-work" title={schedule.configFile}>
                    {workText(schedule)}
                  </span>
                </th>
                <td>
                  <span title={schedule.state === 'unconfirmed' ? t('unconfirmedHelp') : undefined}>
                    <StateMark mark={state.mark}>{state.word}</StateMark>
                  </span>
                  {schedule.problem !== undefined && (
                    <span className="al-small al-schedule-work">
                      <StateMark mark="warning">{schedule.problem}</StateMark>
                    </span>
                  )}
                </td>
                <td className="al-num">
                  {nextAt === undefined ? t('noNext') : startWords(nextAt, now)}
                  <span className="al-sub al-small al-schedule-work">
                    {retryAt !== undefined
                      ? t('retryNote', { when: startWords(retryAt, now) })
                      : nextTo !== undefined && t('nextUntil', { time: clock(new Date(nextTo)) })}
                  </span>
                </td>
                <td>
                  {last && result ? (
                    <>
                      <StateMark mark={result.mark}>{result.word}</StateMark>
                      <span className="al-sub al-small al-schedule-work">
                        <RelativeTime at={last.endedAt} />
                      </span>
                    </>
                  ) : (
                    <span className="al-sub">{t('never')}</span>
                  )}
                </td>
                <td className="al-cell-end">
                  <RequestButton
                    request="schedules.runNow"
                    variant="secondary"
                    size="sm"
                    aria-label={t('runTip', { name })}
                    isDisabled={['running', 'queued', 'unconfirmed'].includes(schedule.state)}
                    onClick={() => run.mutate({ workspace, name })}
                  >
                    {t('runButton')}
                  </RequestButton>
                  <ScheduleMenu
                    {...{ schedule, index, count: schedules.length }}
                    onPause={() => pause.mutate({ workspace, name, paused: !schedule.paused })}
                    onMove={(to) => move.mutate({ workspace, name, to })}
                    onEdit={() => onEdit(schedule)}
                    onRemove={() => setRemoving(name)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {removing !== undefined && (
        <Modal
          isOpen
          variant="small"
          onClose={() => setRemoving(undefined)}
          aria-labelledby="al-schedule-remove"
        >
          <ModalHeader
            title={t('removeTitle', { name: removing })}
            titleIconVariant="warning"
            labelId="al-schedule-remove"
          />
          <ModalBody>{t('removeText')}</ModalBody>
          <ModalFooter>
            <Button
              variant="danger"
              onClick={() => {
                remove.mutate({ workspace, name: removing });
                setRemoving(undefined);
              }}
            >
              {t('removeConfirmButton')}
            </Button>
            <Button variant="link" onClick={() => setRemoving(undefined)}>
              {t('cancelButton')}
            </Button>
          </ModalFooter>
        </Modal>
      )}
    </Card>
  );
}

function ScheduleMenu({
  schedule,
  index,
  count,
  onPause,
  onMove,
  onEdit,
  onRemove,
}: {
  schedule: ScheduleLine;
  index: number;
  count: number;
  onPause: () => void;
  onMove: (to: number) => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  return (
    <KebabMenu label={t('menuLabel', { name: schedule.name })}>
      <RequestItem request="schedules.pause" onClick={onPause}>
        {schedule.paused ? t('resumeButton') : t('pauseButton')}
      </RequestItem>
      <RequestItem request="schedules.save" onClick={onEdit}>
        {t('editButton')}
      </RequestItem>
      <RequestItem request="schedules.move" isDisabled={index === 0} onClick={() => onMove(index - 1)}>
        {t('upButton')}
      </RequestItem>
      <RequestItem
        request="schedules.move"
        isDisabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        {t('downButton')}
      </RequestItem>
      <RequestItem request="schedules.remove" onClick={onRemove}>
        {t('removeButton')}
      </RequestItem>
    </KebabMenu>
  );
}
