import { setBlockedImages } from '../../../core/contract/documents/image-set-form.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import type { Excluded } from './excluded.ts';
import { t } from './messages.ts';
import { NameList, useTypedName } from './name-list.tsx';
import { useExcluded } from './use-excluded.ts';
import { blockedNames, excludedWords } from './words.ts';

/** Blocked images: regular expressions, each with the images that it excludes. */
export function WhereBlocked() {
  const { edit } = useDraft();
  const view = useImageSet();
  const typed = useTypedName();
  const { open, name: expression } = typed;
  const blocked = view.blockedImages.map(({ name }) => name);
  const names = view.additionalImages.map(({ name }) => name);
  const excluded = useExcluded(open ? blocked : [], open ? expression : '');
  const readable = expression === '' || blockedNames(expression, names) !== undefined;
  const add = () => {
    if (blocked.includes(expression)) return;
    edit((doc) => setBlockedImages(doc, [...blocked, expression]));
    typed.setText('');
  };
  return (
    <NameList
      title={t('blockedTitle', { count: blocked.length })}
      label={t('blockedLabel')}
      note={<p className="al-sub al-small">{t('blockedHelp')}</p>}
      names={blocked}
      typed={typed}
      field={{
        id: 'al-choose-blocked',
        label: t('expressionLabel'),
        placeholder: '.*debug.*',
        button: t('blockButton'),
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
      state={(name) => <Matches found={blockedNames(name, names)} excluded={excluded[name]} />}
    >
      {expression !== '' && (
        <Matches found={blockedNames(expression, names)} excluded={excluded[expression]} />
      )}
    </NameList>
  );
}

function Matches({
  found,
  excluded,
}: {
  found: readonly string[] | undefined;
  excluded: Excluded | undefined;
}) {
  if (found === undefined) return <StateMark mark="bad">{t('expressionError')}</StateMark>;
  return (
    <span className="al-small" role="status" title={found.join('\n')}>
      {excludedWords(found, excluded)}
    </span>
  );
}
