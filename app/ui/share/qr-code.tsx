import { useMemo, type ReactNode } from 'react';
import { encode } from 'uqr';

/** Width of the light edge that a QR code needs, in modules. */
const EDGE = 4;

/** A link as a QR code, dark on white on every ground. */
export function QrCode({ link, label }: { link: string; label: string }): ReactNode {
  const { path, size } = useMemo(() => drawCode(link), [link]);
  return (
    <svg className="share-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawCode(link: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(link, { border: EDGE, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { path, size };
}
