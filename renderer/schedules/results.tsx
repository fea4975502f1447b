import { Link } from 'react-router';
import type { ScheduleLine } from '../../core/contract/topics/schedules/schedules.ts';
import { runAddress } from '../parts/addresses.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { t } from './messages.ts';
import { resultView } from './schedule-words.ts';

/** The results of a schedule, latest first. */
export function Results({ workspace, schedule }: { workspace: string; schedule: ScheduleLine }) {
  const { name, occasions } = schedule;
  return (
    <Card
      title={t('resultsTitle', { name })}
      note={occasions.length > 19 ? t('resultsNote') : undefined}
      flush
    >
      <table className="al-plain-table al-schedules">
        <thead>
          <tr>
            <th scope="col">{t('timeColumn')}</th>
            <th scope="col">{t('resultColumn')}</th>
            <th scope="col">{t('detailColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {occasions.map((occasion) => {
            const { at, endedAt, attempts, detail, run, transfer, drift = [] } = occasion;
            const { mark, word } = resultView(occasion);
            return (
              <tr key={`${at} ${endedAt}`}>
                <td className="al-num al-nowrap">
                  <RelativeTime at={endedAt} />
                </td>
                <td className="al-nowrap">
                  <StateMark mark={mark}>{word}</StateMark>
                </td>
                <td>
                  {run !== undefined && (
                    <>
                      <Link to={runAddress({ root: workspace, sequence: run })}>
                        {t('runLink', { run })}
                      </Link>{' '}
                    </>
                  )}
                  {[transfer, detail, attempts > 1 ? t('attemptsNote', { attempts }) : '']
                    .filter(Boolean)
                    .join(' · ')}
                  {drift.length > 0 && (
                    <ul className="al-schedule-drift al-mono al-small">
                      {drift.map((image) => (
                        <li key={image}>{image}</li>
                      ))}
                    </ul>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
