/** Drawing an area on the map with terra-draw, in a chunk of its own. */
import { reaction } from 'mobx';
import {
  TerraDraw,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { OverlayModel } from 'atlas-engine/runtime';
import type { AreaStore, DrawCommand, DrawMode } from '../../stores/places/area-store.ts';

/** Digits after the point of a drawn corner, as the server stores them. */
const PRECISION = 7;

/** How near a press must be to the first corner to close a polygon, in px. */
const NEAR_MOUSE_PX = 12;
const NEAR_FINGER_PX = 24;

const MODES: Readonly<Record<DrawMode, string>> = {
  rectangle: 'rectangle',
  polygon: 'polygon',
  edit: 'select',
};

/** What drawing uses of the map; terra-draw uses the rest. */
interface GlMap {
  getCanvas(): HTMLCanvasElement;
}

/** What drawing needs besides the map. */
export interface DrawSurroundings {
  readonly area: AreaStore;
  readonly style: OverlayModel;
  /** Returns the middle of the uncovered part of the map, in px, where keys set corners. */
  readonly middle: () => readonly [x: number, y: number];
}

/** Lets the visitor draw in the mode of the store until the returned function is called. */
export function drawArea(map: GlMap, { area, style, middle }: DrawSurroundings): () => void {
  const adapter = new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: PRECISION });
  const draw = new TerraDraw({
    adapter,
    modes: modesOf(style),
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
  });
  draw.start();
  begin(draw, area);
  draw.on('change', () => report(draw, area));
  draw.on('finish', (id) => finish(draw, id, area));
  const act = (kind: DrawCommand): void => {
    if (kind === 'undo') draw.undo();
    else if (kind === 'finish') press(map, 'Enter');
    else click(map, middle());
  };
  const stopCommands = reaction(
    () => area.command,
    (command) => command && act(command.kind),
  );
  const onKey = (event: KeyboardEvent): void => onMapKey(event, area);
  map.getCanvas().addEventListener('keydown', onKey);
  return () => {
    stopCommands();
    map.getCanvas().removeEventListener('keydown', onKey);
    draw.stop();
  };
}

function modesOf({ line, fill }: OverlayModel) {
  const color = line.color as `#${string}`;
  const styles = {
    fillColor: (fill?.color ?? line.color) as `#${string}`,
    fillOpacity: fill?.opacity ?? 0.1,
    outlineColor: color,
    outlineWidth: line.width,
  };
  const coordinates = { midpoints: true, draggable: true, deletable: true };
  const feature = { draggable: true, coordinates };
  return [
    new TerraDrawPolygonMode({
      styles: { ...styles, closingPointColor: color },
      pointerDistance: matchMedia('(pointer: coarse)').matches ? NEAR_FINGER_PX : NEAR_MOUSE_PX,
    }),
    // On a phone, a rectangle is dragged or made of two taps.
    new TerraDrawRectangleMode({ styles, drawInteraction: 'click-move-or-drag' }),
    new TerraDrawSelectMode({
      flags: { polygon: { feature }, rectangle: { feature } },
      allowManualDeselection: false,
      styles: {
        selectedPolygonColor: styles.fillColor,
        selectedPolygonFillOpacity: styles.fillOpacity,
        selectedPolygonOutlineColor: color,
        selectedPolygonOutlineWidth: line.width,
        selectionPointColor: color,
        selectionPointWidth: 7,
        midPointColor: color,
        midPointWidth: 5,
      },
    }),
  ];
}

/** Starts the mode; `edit` begins with the polygon of the store. */
function begin(draw: TerraDraw, { mode, area }: AreaStore): void {
  if (mode !== 'edit' || area?.geometry.type !== 'Polygon') {
    draw.setMode(MODES[mode ?? 'polygon']);
    return;
  }
  const [shell = []] = area.geometry.coordinates;
  const geometry = { type: 'Polygon' as const, coordinates: [shell.map(rounded)] };
  draw.setMode(MODES.edit);
  const [added] = draw.addFeatures([
    { type: 'Feature', geometry, properties: { mode: 'polygon' } },
  ]);
  if (added?.valid && added.id !== undefined) draw.selectFeature(added.id);
}

function rounded([lng = 0, lat = 0]: readonly number[]): [number, number] {
  return [Number(lng.toFixed(PRECISION)), Number(lat.toFixed(PRECISION))];
}

/** Reports the polygon in progress. Its ring contains the pointer and the closing corner. */
function report(draw: TerraDraw, area: AreaStore): void {
  const shape = draw.getSnapshot().find(({ geometry }) => geometry.type === 'Polygon')?.geometry;
  if (shape?.type !== 'Polygon') {
    area.drawing(null, 0);
    return;
  }
  const [shell = []] = shape.coordinates;
  const isWhole = area.mode !== 'polygon';
  area.drawing(shell.length > 3 ? shape : null, isWhole ? shell.length - 1 : shell.length - 2);
}

function finish(draw: TerraDraw, id: string | number, area: AreaStore): void {
  const shape = draw.getSnapshotFeature(id)?.geometry;
  if (shape?.type !== 'Polygon') return;
  if (area.mode === 'edit') area.change(shape);
  else area.set({ geometry: shape, origin: 'drawn' });
}

/** The keys while the focus is on the map. */
function onMapKey(event: KeyboardEvent, area: AreaStore): void {
  if (event.key === ' ') area.send('corner');
  else if (event.key === 'Backspace') area.send('undo');
  else if (event.key === 'Escape') area.stop();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Clicks at a point of the map in px, as a pointer would. */
function click(map: GlMap, [x, y]: readonly [number, number]): void {
  const canvas = map.getCanvas();
  const { left, top } = canvas.getBoundingClientRect();
  const at = { clientX: left + x, clientY: top + y, isPrimary: true, bubbles: true, button: 0 };
  for (const type of ['pointermove', 'pointerdown', 'pointerup'])
    canvas.dispatchEvent(new PointerEvent(type, { ...at, pointerType: 'mouse' }));
}

function press(map: GlMap, key: string): void {
  map.getCanvas().dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }));
}
