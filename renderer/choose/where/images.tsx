import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { addImage, removeImage, replaceImage } from '../../../core/contract/documents/image-set-form.ts';
import { DigestText } from '../../parts/digest.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { counted, size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { type ImageCheck, useImageChecks } from './use-image-checks.ts';
import { pinned } from './words.ts';

/** Additional images: whether each is there now, and what its tag stands for. */
export function WhereImages() {
  const { draft, edit } = useDraft();
  const { additionalImages } = useImageSet();
  const { checks, check } = useImageChecks();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const there = additionalImages.some((image) => image.name === name);
  const add = () => {
    if (name === '' || there) return;
    edit((doc) => addImage(doc, name));
    setTyped('');
    // Without a click nothing is fetched over a metered link.
    if (!draft.metered) check([name]);
  };
  return (
    <ExpandableSection
      className="al-choose-section"
      toggleText={`Additional images${additionalImages.length > 0 ? ` (${additionalImages.length})` : ''}`}
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <div className="al-column">
        {additionalImages.length > 0 && (
          <ul className="al-choose-images-list" aria-label="Additional images">
            {additionalImages.map((image, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text may name one twice
              <li key={`${image.name} ${index}`}>
                <div className="al-row al-wrap">
                  <span className="al-mono al-anywhere al-grow">{image.name}</span>
                  <ImageState
                    known={checks[image.name]}
                    onPin={(digest) =>
                      edit((doc) => replaceImage(doc, image.name, pinned(image.name, digest)))
                    }
                    pinnedAlready={image.name.includes('@')}
                  />
                  <Button
                    variant="link"
                    isInline
                    aria-label={`Remove ${image.name}`}
                    onClick={() => edit((doc) => removeImage(doc, image.name))}
                  >
                    Remove
                  </Button>
                </div>
                <Failure known={checks[image.name]} />
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
          <label className="al-choose-field al-choose-field-wide" htmlFor="al-choose-image">
            <span>Image</span>
            <TextInput
              id="al-choose-image"
              className="al-mono"
              value={typed}
              placeholder="registry.redhat.io/ubi9/ubi:latest"
              autoComplete="off"
              spellCheck={false}
              onChange={(_event, text) => setTyped(text)}
            />
          </label>
          <Button type="submit" variant="secondary" isDisabled={name === '' || there}>
            Add image
          </Button>
          {additionalImages.length > 0 && (
            <Button variant="secondary" onClick={() => check(additionalImages.map((image) => image.name))}>
              Check {counted(additionalImages.length, 'image')}, {size(additionalImages.length * MANIFEST)}
            </Button>
          )}
        </form>
      </div>
    </ExpandableSection>
  );
}

/** About what asking for the manifests of an image takes, bytes. */
const MANIFEST = 6_000;

function ImageState({
  known,
  onPin,
  pinnedAlready,
}: {
  known: ImageCheck | undefined;
  onPin: (digest: string) => void;
  pinnedAlready: boolean;
}) {
  if (!known) return <span className="al-sub al-small">not checked</span>;
  if (known.state === 'asking') return <StateMark mark="running">Checking</StateMark>;
  if (known.state === 'failed' || !known.answer.ok) return <StateMark mark="bad">Not there</StateMark>;
  const { digest, bytes } = known.answer;
  return (
    <>
      <span role="status">
        <StateMark mark="good">{bytes === undefined ? 'There' : `There, ${size(bytes)}`}</StateMark>
      </span>
      {digest && !pinnedAlready && (
        <>
          <DigestText digest={digest} />
          <Button variant="link" isInline onClick={() => onPin(digest)}>
            Pin
          </Button>
        </>
      )}
    </>
  );
}

function Failure({ known }: { known: ImageCheck | undefined }) {
  if (known?.state === 'failed') return <FailureAlert error={known.error} title="It was not checked" />;
  const failure = known?.state === 'done' ? reasonOf(known.answer) : undefined;
  if (!failure) return null;
  return (
    <p className="al-small" role="alert">
      <Words text={failure.message} />.{' '}
      <span className="al-sub">
        <Words text={failure.remedy} />
      </span>
    </p>
  );
}

function reasonOf({ ok, failure }: RequestOutput<'drafts.checkImage'>) {
  return ok ? undefined : failure;
}
