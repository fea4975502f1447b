import './doors.css';
import type { ComponentType } from 'react';

/** A way in which something begins. */
export interface Door {
  name: string;
  title: string;
  text: string;
  icon: ComponentType;
}

/** The ways in which something begins; what the chosen one asks stands beside them. */
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
    <ul className="al-doors" aria-label="Where it begins">
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
