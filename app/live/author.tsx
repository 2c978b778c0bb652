/** The tools of the author of an atlas, on the page of `atlas dev`: the level of the view, and errors. */
import type { ConfigError } from 'atlas-engine/http';
import { observable, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { render } from 'preact';
import type { ReactNode } from 'react';
import { cookieIn } from '../net/csrf-token.ts';
import { AtlasProvider, useTexts } from '../ui/common/atlas-context.ts';
import type { AtlasStore } from '../stores/atlas-store.ts';
import { ConfigErrors } from './config-errors.tsx';
import './author.css';

/** The cookie with the level whose view the author has chosen; without it, the page shows that of their account. */
const LEVEL_COOKIE = 'atlas-author-level';

const shown = observable.box<readonly ConfigError[]>([], { deep: false });

/** Shows the tools of the author over the page. */
export async function showAuthorTools(atlas: AtlasStore): Promise<void> {
  await atlas.bundles.loadToolWords();
  const host = document.body.appendChild(document.createElement('div'));
  render(
    <AtlasProvider value={atlas}>
      <LevelSwitch />
      <Errors />
    </AtlasProvider>,
    host,
  );
}

/** Shows the errors of the configuration over the map, which stays as it was before them. */
export function showConfigErrors(errors: readonly ConfigError[]): void {
  runInAction(() => shown.set(errors));
}

const Errors = observer(function Errors(): ReactNode {
  const errors = shown.get();
  return errors.length > 0 && <ConfigErrors errors={errors} />;
});

/** Chooses the level whose view is shown, as visitors of that level see it. */
const LevelSwitch = observer(function LevelSwitch(): ReactNode {
  const t = useTexts();
  return (
    <label className="author-level">
      {t('author.level')}
      <select
        value={cookieIn(document.cookie, LEVEL_COOKIE) ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{t('author.own')}</option>
        {levelIds().map((id) => (
          <option key={id}>{id}</option>
        ))}
      </select>
    </label>
  );
});

/** The ids of the levels of the atlas, from the head of the page. */
function levelIds(): readonly string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="atlas-author"]');
  return meta?.content.split(' ') ?? [];
}

/** Loads the page again as visitors of a level see it, with the same view. */
function choose(level: string): void {
  const age = level === '' ? 'max-age=0' : 'max-age=86400';
  document.cookie = `${LEVEL_COOKIE}=${level}; path=/; samesite=strict; ${age}`;
  window.location.reload();
}
