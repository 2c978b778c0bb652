import { CircleCheck } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { screenPath } from 'atlas-engine/runtime';
import { useAccountTexts } from '../forms/account-texts.ts';
import { ScreenFrame } from '../screen-frame.tsx';

/** Says that something has worked, after which the person logs in. */
export const DoneScreen = observer(function DoneScreen({
  title,
  text,
}: {
  title: string;
  text: string;
}): ReactNode {
  const t = useAccountTexts();
  return (
    <ScreenFrame title={title}>
      <Success>{text}</Success>
      <div className="form-foot">
        <Link className="button button-main" to={screenPath('login')}>
          {t('account.login')}
        </Link>
      </div>
    </ScreenFrame>
  );
});

/** A sentence that something has worked. */
export function Success({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className="form-success" role="status">
      <CircleCheck size={20} aria-hidden="true" />
      {children}
    </p>
  );
}
