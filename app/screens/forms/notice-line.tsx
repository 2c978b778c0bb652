import { CircleCheck } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';

/** A sentence about what has just been done; `id` differs each time. */
export interface Notice {
  readonly id: number;
  readonly text: string;
}

/** Returns the latest notice, null for none, and a function that replaces it. */
export function useNotice(): readonly [Notice | null, (text: string | null) => void] {
  const [notice, setNotice] = useState<Notice | null>(null);
  const say = useCallback((text: string | null): void => {
    setNotice((before) => (text === null ? null : { id: (before?.id ?? 0) + 1, text }));
  }, []);
  return [notice, say];
}

/**
 * Says that something has worked. It takes the focus, because the button of the action has often left
 * the page.
 */
export function NoticeLine({
  notice,
  className = 'form-success',
}: {
  notice: Notice | null;
  className?: string;
}): ReactNode {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (notice) line.current?.focus();
  }, [notice]);
  return (
    <p ref={line} className={className} role="status" tabIndex={-1}>
      {notice && <CircleCheck size={20} aria-hidden="true" />}
      {notice?.text}
    </p>
  );
}
