import type { AtlasStore } from '../../stores/atlas-store.ts';
import { importFile } from './import-file.ts';

/** Imports a file that is dropped anywhere on the page, and opens the tool with the outcome. */
export function acceptFiles(atlas: AtlasStore): void {
  const { bundles, screen, side } = atlas;
  /** Without `preventDefault`, the browser would leave the atlas and open the file. */
  const takes = (event: DragEvent): boolean => {
    const tool = bundles.bundle.tools.find(({ id }) => id === 'import');
    const isOurs = event.dataTransfer?.types.includes('Files') && tool && screen.isMap;
    if (!isOurs) return false;
    event.preventDefault();
    return !tool.locked;
  };
  window.addEventListener('dragover', (event) => bundles.imported.setDragged(takes(event)));
  window.addEventListener('dragleave', (event) => {
    // Only the pointer that leaves the window has nowhere to go.
    if (event.relatedTarget === null) bundles.imported.setDragged(false);
  });
  window.addEventListener('drop', (event) => {
    bundles.imported.setDragged(false);
    const [file] = takes(event) ? (event.dataTransfer?.files ?? []) : [];
    if (!file) return;
    if (side.tool !== 'import') side.toggleTool('import');
    void importFile(atlas, file);
  });
}
