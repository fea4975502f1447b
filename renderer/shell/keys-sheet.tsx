import { Modal, ModalBody, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { type ScreenKey, useRegisteredKeys } from '../app-state/keys.ts';
import { closeDialog } from '../app-state/shell-state.ts';
import { DESTINATIONS } from './routes.tsx';

/** The keys of the screen that is shown, and those that work everywhere. */
export function KeysSheet({ everywhere }: { everywhere: ScreenKey[] }) {
  const here = useRegisteredKeys();
  const others = everywhere.filter(({ key }) => !here.some((own) => own.key === key));
  return (
    <Modal isOpen variant="small" position="top" onClose={closeDialog} aria-labelledby="al-shortcuts-title">
      <ModalHeader title="Keyboard shortcuts" labelId="al-shortcuts-title" />
      <ModalBody>
        <div className="al-column al-shortcuts">
          {here.length > 0 && (
            <KeyList title="This screen" keys={here.map(({ key, label }) => [key, label])} />
          )}
          <KeyList title="Everywhere" keys={others.map(({ key, label }) => [key, label])} />
          <KeyList
            title="Go to a screen"
            keys={DESTINATIONS.map(({ letter, label }) => [`G ${letter.toUpperCase()}`, label])}
          />
        </div>
      </ModalBody>
    </Modal>
  );
}

function KeyList({ title, keys }: { title: string; keys: [key: string, label: string][] }) {
  return (
    <section>
      <h2 className="al-strong">{title}</h2>
      <dl>
        {keys.map(([key, label]) => (
          <div key={key}>
            <dt>
              {key.split(/[ +]/).map((part) => (
                <kbd key={part} className="al-kbd">
                  {part}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
