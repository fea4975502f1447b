import type { ComparedObjectLine } from '../../core/contract/topics/clusters.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { ACTION_MARKS, canApply, differenceWords, objectKey } from './cluster-words.ts';
import { t } from './messages.ts';

/** The objects of a folder, each with its purpose, its difference and the effect of applying it. One is open. */
export function ObjectTable({
  objects,
  chosen,
  open,
  onToggle,
  onOpen,
}: {
  objects: readonly ComparedObjectLine[];
  chosen: ReadonlySet<string>;
  open: string | undefined;
  onToggle: (key: string) => void;
  onOpen: (key: string) => void;
}) {
  return (
    <table className="al-plain-table al-cluster-objects">
      <thead>
        <tr>
          <th scope="col">
            <span className="al-unseen">{t('applyColumn')}</span>
          </th>
          <th scope="col">{t('objectColumn')}</th>
          <th scope="col">{t('purposeColumn')}</th>
          <th scope="col">{t('differenceColumn')}</th>
          <th scope="col">{t('restartColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {objects.map((object) => {
          const key = objectKey(object);
          return (
            <tr key={key} className={key === open ? 'al-cluster-open' : undefined}>
              <td>
                <input
                  type="checkbox"
                  aria-label={t('selectLabel', { kind: object.kind, name: object.name })}
                  checked={chosen.has(key)}
                  disabled={!canApply(object)}
                  onChange={() => onToggle(key)}
                />
              </td>
              <th scope="row">
                <button
                  type="button"
                  className="al-link"
                  aria-pressed={key === open}
                  onClick={() => onOpen(key)}
                >
                  {object.kind}
                </button>
                <span className="al-mono al-sub al-small al-cluster-name" title={object.name}>
                  {object.name}
                </span>
              </th>
              <td>{object.purpose}</td>
              <td>
                <StateMark mark={ACTION_MARKS[object.action]}>{differenceWords(object)}</StateMark>
                {object.removals.length > 0 && (
                  <StateMark mark="warning">
                    {t('differenceRemovals', { count: object.removals.length })}
                  </StateMark>
                )}
              </td>
              <td>
                {object.action !== 'unchanged' && !canApply(object) ? (
                  <StateMark mark="left-out">{t('restartNotApplied')}</StateMark>
                ) : object.restartsNodes && object.action !== 'unchanged' ? (
                  <StateMark mark="warning">{t('restartNodes')}</StateMark>
                ) : (
                  <StateMark mark="good">{t('restartNone')}</StateMark>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
