import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useAtlas } from '../common/atlas-context.ts';

/**
 * The coordinates at the edge of the map, for devices with a mouse. The code is loaded with the
 * first movement or key; if that fails, the tool in the toolbar remains.
 */
export const CoordinatesStrip = observer(function CoordinatesStrip(): ReactNode {
  const { bundles, map } = useAtlas();
  const [Line, setLine] = useState<ComponentType | null>(null);
  useEffect(() => {
    const begin = (): void => {
      stop();
      Promise.all([
        import('../../tools/coordinates/coordinates-line.tsx'),
        bundles.loadToolWords(),
      ]).then(
        ([{ CoordinatesLine }]) => setLine(() => CoordinatesLine),
        () => undefined,
      );
    };
    const stop = (): void => {
      document.removeEventListener('mousemove', begin);
      document.removeEventListener('keydown', begin);
    };
    document.addEventListener('mousemove', begin);
    document.addEventListener('keydown', begin);
    return stop;
  }, [bundles]);
  return Line && map.ready && <Line />;
});

/** Marks the middle of the uncovered map, while a tool uses it. */
export const MiddleMark = observer(function MiddleMark(): ReactNode {
  const { tools } = useAtlas();
  return tools.takesClicks && <div className="middle-mark" aria-hidden="true" />;
});
