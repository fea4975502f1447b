import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import { setBlockedImages } from '../../../core/contract/documents/image-set-form.ts';
import { counted, size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { type TakenOut, useTakenOut } from './use-taken-out.ts';
import { blockedNames } from './words.ts';

/** Images that are left out: regular expressions, each with what it takes out. */
export function WhereBlocked() {
  const { edit } = useDraft();
  const view = useImageSet();
  const blocked = view.blockedImages.map(({ name }) => name);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const expression = typed.trim();
  const names = view.additionalImages.map(({ name }) => name);
  const taken = useTakenOut(open ? blocked : [], open ? expression : '');
  const readable = expression === '' || blockedNames(expression, names) !== undefined;
  const add = () => {
    if (expression === '' || !readable || blocked.includes(expression)) return;
    edit((doc) => setBlockedImages(doc, [...blocked, expression]));
    setTyped('');
  };
  return (
    <ExpandableSection
      className="al-choose-section"
      toggleText={`Blocked images${blocked.length > 0 ? ` (${blocked.length})` : ''}`}
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <div className="al-column">
        <p className="al-sub al-small">
          A regular expression is looked for anywhere in the name of an image, of releases and operators too.
        </p>
        {blocked.length > 0 && (
          <ul className="al-choose-images-list" aria-label="Blocked images">
            {blocked.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text may name one twice
              <li key={`${each} ${index}`}>
                <div className="al-row al-wrap">
                  <span className="al-mono al-anywhere al-grow">{each}</span>
                  <Matches found={blockedNames(each, names)} taken={taken[each]} />
                  <Button
                    variant="link"
                    isInline
                    aria-label={`Remove ${each}`}
                    onClick={() =>
                      edit((doc) =>
                        setBlockedImages(
                          doc,
                          blocked.filter((_, at) => at !== index),
                        ),
                      )
                    }
                  >
                    Remove
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
        <form
          className="al-choose-row"
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <label className="al-choose-field al-choose-field-wide" htmlFor="al-choose-blocked">
            <span>Expression</span>
            <TextInput
              id="al-choose-blocked"
              className="al-mono"
              value={typed}
              placeholder=".*debug.*"
              autoComplete="off"
              spellCheck={false}
              validated={readable ? 'default' : 'error'}
              onChange={(_event, text) => setTyped(text)}
            />
          </label>
          <Button type="submit" variant="secondary" isDisabled={expression === '' || !readable}>
            Block
          </Button>
          {expression !== '' && <Matches found={blockedNames(expression, names)} taken={taken[expression]} />}
        </form>
      </div>
    </ExpandableSection>
  );
}

function Matches({ found, taken }: { found: readonly string[] | undefined; taken: TakenOut | undefined }) {
  if (found === undefined) return <StateMark mark="bad">No regular expression</StateMark>;
  const example = found[0] === undefined ? '' : `: ${found[0]}${found.length > 1 ? ', …' : ''}`;
  const number = Math.max(taken?.images ?? 0, found.length);
  return (
    <span className="al-small" role="status" title={found.join('\n')}>
      {number > 0
        ? `takes out ${counted(number, 'image')}${taken ? `, ${size(taken.bytes)}` : ''}${example}`
        : taken
          ? 'matches no image that is known'
          : 'matches none of the additional images'}
    </span>
  );
}
