import type { ConfigError } from 'atlas-engine/http';
import { useState, type ReactNode } from 'react';
import { openPlace } from '../net/open-place.ts';
import { useTexts } from '../ui/common/atlas-context.ts';

/**
 * The errors of the configuration as on a terminal, each with a button that opens its place in an
 * editor. They fold into one line, so that the map below can be used.
 */
export function ConfigErrors({ errors }: { errors: readonly ConfigError[] }): ReactNode {
  const t = useTexts();
  const [failure, setFailure] = useState<string | null>(null);
  const open = async (error: ConfigError): Promise<void> => {
    setFailure((await openPlace(error)) ? null : t('author.no-editor'));
  };
  return (
    <section className="config-errors" role="alert" tabIndex={0}>
      <details open>
        <summary>{t('author.errors', { count: errors.length })}</summary>
        {failure !== null && <p>{failure}</p>}
        {errors.map((error, index) => (
          <article key={index}>
            <pre>{error.text}</pre>
            <button type="button" onClick={() => void open(error)}>
              {t('author.open')}
            </button>
          </article>
        ))}
      </details>
    </section>
  );
}
