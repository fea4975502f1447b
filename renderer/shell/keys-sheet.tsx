import { Modal, ModalBody, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { type ScreenKey, useRegisteredKeys } from '../app-state/keys.ts';
import { closeDialog } from '../app-state/shell-state.ts';
import { t } from './messages.ts';
import { DESTINATIONS } from './routes.tsx';

/** Lists the keys of the current screen, and those that work on all screens. */
export function KeysSheet({ everywhere }: { everywhere: ScreenKey[] }) {
  const here = useRegisteredKeys();
  const others = everywhere.filter(({ key }) => !here.some((own) => own.key === key));
  return (
    <Modal isOpen variant="small" position="top" onClose={closeDialog} aria-labelledby="al-shortcuts-title">
      <ModalHeader title={t('keysTitle')} labelId="al-shortcuts-title" />
      <ModalBody>
        <div className="al-column al-shortcuts">
          {here.length > 0 && (
            <KeyList title={t('screenKeysTitle')} keys={here.map(({ key, label }) => [key, label])} />
          )}
          <KeyList title={t('everywhereKeysTitle')} keys={others.map(({ key, label }) => [key, label])} />
          <KeyList
            title={t('goKeysTitle')}
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
