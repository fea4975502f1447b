import { setBlockedImages } from '../../../core/contract/documents/image-set-form.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { NameList, useTypedName } from './name-list.tsx';
import type { TakenOut } from './taken-out.ts';
import { useTakenOut } from './use-taken-out.ts';
import { blockedNames, takenWords } from './words.ts';

/** Images that are left out: regular expressions, each with what it takes out. */
export function WhereBlocked() {
  const { edit } = useDraft();
  const view = useImageSet();
  const typed = useTypedName();
  const { open, name: expression } = typed;
  const blocked = view.blockedImages.map(({ name }) => name);
  const names = view.additionalImages.map(({ name }) => name);
  const taken = useTakenOut(open ? blocked : [], open ? expression : '');
  const readable = expression === '' || blockedNames(expression, names) !== undefined;
  const add = () => {
    if (blocked.includes(expression)) return;
    edit((doc) => setBlockedImages(doc, [...blocked, expression]));
    typed.setText('');
  };
  return (
    <NameList
      title="Blocked images"
      note={
        <p className="al-sub al-small">
          A regular expression is looked for anywhere in the name of an image, of releases and operators too.
        </p>
      }
      names={blocked}
      typed={typed}
      field={{
        id: 'al-choose-blocked',
        label: 'Expression',
        placeholder: '.*debug.*',
        button: 'Block',
      }}
      wrong={!readable}
      onAdd={expression === '' || !readable ? undefined : add}
      onRemove={(_name, index) =>
        edit((doc) =>
          setBlockedImages(
            doc,
            blocked.filter((_, at) => at !== index),
          ),
        )
      }
      state={(name) => <Matches found={blockedNames(name, names)} taken={taken[name]} />}
    >
      {expression !== '' && <Matches found={blockedNames(expression, names)} taken={taken[expression]} />}
    </NameList>
  );
}

function Matches({ found, taken }: { found: readonly string[] | undefined; taken: TakenOut | undefined }) {
  if (found === undefined) return <StateMark mark="bad">No regular expression</StateMark>;
  return (
    <span className="al-small" role="status" title={found.join('\n')}>
      {takenWords(found, taken)}
    </span>
  );
}
