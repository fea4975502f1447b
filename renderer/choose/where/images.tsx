import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { addImage, removeImage, replaceImage } from '../../../core/contract/documents/image-set-form.ts';
import { DigestText } from '../../parts/digest.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { counted, size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { NameList, useTypedName } from './name-list.tsx';
import { type ImageCheck, useImageChecks } from './use-image-checks.ts';
import { pinned } from './words.ts';

/** Additional images: whether each is there now, and what its tag stands for. */
export function WhereImages() {
  const { draft, edit } = useDraft();
  const { additionalImages } = useImageSet();
  const { checks, check } = useImageChecks();
  const typed = useTypedName();
  const names = additionalImages.map((image) => image.name);
  const add = () => {
    edit((doc) => addImage(doc, typed.name));
    typed.setText('');
    // Without a click nothing is fetched over a metered link.
    if (!draft.metered) check([typed.name]);
  };
  return (
    <NameList
      title="Additional images"
      names={names}
      typed={typed}
      field={{
        id: 'al-choose-image',
        label: 'Image',
        placeholder: 'registry.redhat.io/ubi9/ubi:latest',
        button: 'Add image',
      }}
      onAdd={typed.name === '' || names.includes(typed.name) ? undefined : add}
      onRemove={(name) => edit((doc) => removeImage(doc, name))}
      state={(name) => (
        <ImageState
          known={checks[name]}
          onPin={(digest) => edit((doc) => replaceImage(doc, name, pinned(name, digest)))}
          pinnedAlready={name.includes('@')}
        />
      )}
      below={(name) => <Failure known={checks[name]} />}
    >
      {names.length > 0 && (
        <Button variant="secondary" onClick={() => check(names)}>
          Check {counted(names.length, 'image')}, {size(names.length * MANIFEST)}
        </Button>
      )}
    </NameList>
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
