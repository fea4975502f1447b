import type { ComparedObjectLine } from '../../core/contract/topics/clusters.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { ACTION_MARKS, canApply, differenceWords, objectKey } from './cluster-words.ts';

/** The objects of a folder with what each is for, what differs, and what applying it does; one is open. */
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
            <span className="al-unseen">Apply</span>
          </th>
          <th scope="col">Object</th>
          <th scope="col">What it is for</th>
          <th scope="col">Difference</th>
          <th scope="col">What restarts</th>
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
                  aria-label={`Apply ${object.kind} ${object.name}`}
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
                  <StateMark mark="warning">takes {object.removals.length} away</StateMark>
                )}
              </td>
              <td>
                {!canApply(object) ? (
                  <StateMark mark="left-out">Left alone</StateMark>
                ) : object.restartsNodes ? (
                  <StateMark mark="warning">Nodes, one after another</StateMark>
                ) : (
                  <StateMark mark="good">Nothing</StateMark>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
