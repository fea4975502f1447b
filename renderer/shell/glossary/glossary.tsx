import { GLOSSARY_TERMS } from '../../parts/glossary.ts';
import { Words } from '../../parts/words.tsx';
import { t } from './messages.ts';

/** Lists all terms with their explanations. */
export function Glossary() {
  return (
    <dl className="al-glossary">
      {GLOSSARY_TERMS.map((term) => (
        <div key={term}>
          <dt id={`al-term-${term}`} tabIndex={-1}>
            {t(`${term}Title`)}
          </dt>
          <dd>
            <Words text={t(`${term}Text`)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
