import { useState, type ReactNode } from 'react';

/** The picture of an area. Without one, or if it cannot be loaded, its place stays plain. */
export function AreaPicture({
  address,
  alt = '',
  width,
  height,
}: {
  address: string | undefined;
  alt?: string;
  /** In px. */
  width: number;
  height: number;
}): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  if (address === undefined || failed === address)
    return <span className="explore-picture" style={{ aspectRatio: `${width} / ${height}` }} />;
  return (
    <img
      className="explore-picture"
      src={address}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      onError={() => setFailed(address)}
    />
  );
}
