import './doors.css';
import type { ComponentType } from 'react';
import { t } from './messages.ts';

/** A starting point, such as an empty document or a file. */
export interface Door {
  name: string;
  title: string;
  text: string;
  icon: ComponentType;
}

/** Lists starting points. The screen shows the form of the chosen one next to the list. */
export function Doors({
  doors,
  chosen,
  onChoose,
}: {
  doors: readonly Door[];
  chosen: string;
  onChoose: (name: string) => void;
}) {
  return (
    <ul className="al-doors" aria-label={t('doorsLabel')}>
      {doors.map(({ name, title, text, icon: Icon }) => (
        <li key={name}>
          <button type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
            <span aria-hidden="true">
              <Icon />
            </span>
            <span>
              <strong>{title}</strong>
              <span className="al-sub al-small">{text}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
