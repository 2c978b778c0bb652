import { observer } from 'mobx-react-lite';
import { Component, type ReactNode } from 'react';
import { screenPath } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from './atlas-context.ts';
import { ReportLink } from './report-link.tsx';

interface BoundaryProps {
  /** What the part shows. After an error, the part is shown again when its subject changes. */
  readonly subject?: string | undefined;
  /** Closes the part, if it can be closed. */
  readonly onClose?: (() => void) | undefined;
  /** Shows nothing in place of a part that says nothing important. */
  readonly silent?: boolean;
  readonly children: ReactNode;
}

/**
 * Limits an error to a part of the page: in its place, a message says so, and offers to try again
 * and to report the error. The rest stays usable. The second attempt loads the page again, with the
 * view of its address.
 */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };
  /** Whether the part has failed after an attempt to show it again. */
  private isRepeated = false;

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate({ subject }: BoundaryProps): void {
    if (!this.state.failed || subject === this.props.subject) return;
    this.isRepeated = false;
    this.show();
  }

  private readonly show = (): void => this.setState({ failed: false });

  private readonly retry = (): void => {
    if (this.isRepeated) window.location.reload();
    this.isRepeated = true;
    this.show();
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (this.props.silent) return null;
    return <BrokenPart retry={this.retry} onClose={this.props.onClose} />;
  }
}

const BrokenPart = observer(function BrokenPart({
  retry,
  onClose,
}: {
  retry: () => void;
  onClose: BoundaryProps['onClose'];
}): ReactNode {
  const { bundles, screen } = useAtlas();
  const t = useTexts();
  const again = (): void => {
    bundles.recompute();
    retry();
  };
  return (
    <div className="broken" role="alert">
      <p>{t('screen.broken')}</p>
      <p className="broken-actions">
        <button type="button" className="button" onClick={again}>
          {t('group.retry')}
        </button>
        {onClose && (
          <button type="button" className="button" onClick={onClose}>
            {t('feature.close')}
          </button>
        )}
        {screen.path !== screenPath('contact') && <ReportLink />}
      </p>
    </div>
  );
});
