/** The words of the interface in English. Keys are the same in every language. */
export const en = {
  'skip.label': 'Shortcuts',
  'skip.map': 'Skip to the map',
  'skip.list': 'Skip to the layers',

  'header.language': 'Language',
  'header.menu': 'Open the layers',

  'project.label': 'Project',
  'project.all': 'Whole region',
  'project.choose': 'Choose a project',
  'project.back': 'Whole region',
  'project.open': 'Show on the map',
  'project.more': 'Read more',
  'project.less': 'Read less',
  'project.left': 'The project is closed. Its layers stay on the map.',
  'project.restore': 'Back to what was before',

  'panel.title': 'Layers and legend',
  'panel.fold': 'Fold the panel',
  'panel.unfold': 'Layers',
  'tab.layers': 'Layers',
  'tab.legend': 'Legend',
  'tab.active_one': '{{count}} active layer',
  'tab.active_other': '{{count}} active layers',

  'filter.label': 'Filter layers',
  'filter.clear': 'Clear the filter',
  'filter.none': 'No layer is called “{{filter}}”.',
  'filter.found_one': '{{count}} layer found',
  'filter.found_other': '{{count}} layers found',

  'category.active': '{{active}} of {{total}} active',

  'group.info': 'About {{name}}',
  'group.unfold': 'Settings of {{name}}',
  'group.opacity': 'Opacity',
  'group.opacityOf': 'Opacity of {{name}}',
  'group.zoomTo': 'Zoom to',
  'group.zoomToOf': 'Zoom to {{name}}',
  'group.up': 'Move {{name}} up',
  'group.down': 'Move {{name}} down',
  'group.moved': '{{name}} is now layer {{place}} of {{count}}.',
  'group.remove': 'Remove',
  'group.removeOf': 'Remove {{name}}',
  'group.hide': 'Hide {{name}}',
  'group.show': 'Show {{name}}',
  'group.coverage_one': '{{count}} country',
  'group.coverage_other': '{{count}} countries',
  'group.coverageNames': 'Data for: {{names}}',
  'group.locked': 'Restricted data.',
  'group.lockedLabel': '{{name}}, restricted',
  'group.ask': 'How to get access',
  'group.ask.on-confirmation':
    'Open to everyone who has an account and has confirmed the e-mail address.',
  'group.ask.by-operator':
    'Open to people with the access “{{level}}”. The operators of this atlas grant it on request.',
  'group.ask.other': 'Open to people with the access “{{level}}”.',
  'group.outOfZoom': 'Visible from zoom {{zoom}}.',
  'group.zoomIn': 'Zoom in',
  'group.tooClose': 'Visible up to zoom {{zoom}}.',
  'group.zoomOut': 'Zoom out',
  'group.loading': 'Loading {{name}}',
  'group.empty': 'Nothing of this layer lies in this view.',
  'group.failed': 'The data did not arrive.',
  'group.retry': 'Try again',

  'layers.active_one': '{{count}} active layer',
  'layers.active_other': '{{count}} active layers',
  'layers.topFirst_one': '{{count}} layer',
  'layers.topFirst_other': '{{count}} layers, top first',
  'layers.removeAll': 'Remove all',
  'layers.removedAll': 'All layers were removed.',
  'layers.undo': 'Undo',

  'address.unavailable':
    'Something this link names does not exist or is not open to you. The rest is shown.',

  'legend.empty': 'No layers selected',
  'legend.emptyHelp': 'Choose layers in the list; what their colours mean stands here.',
  'legend.restricted': 'Restricted data',
  'legend.toLayers': 'Choose layers',

  'demo.badge': 'Demonstration data',
  'demo.explain': 'Invented data, for showing how the atlas works.',

  'info.provider': 'Provider',
  'info.date': 'Date of the data',
  'info.licence': 'Licence',
  'info.citation': 'Citation',
  'info.copy': 'Copy the citation',
  'info.copied': 'The citation was copied.',
  'info.notCopied': 'The browser did not allow the copy. Select the text instead.',
  'info.coverage': 'Coverage',
  'info.none': 'Nothing more is recorded about this layer.',
  'info.source': 'Source',

  'feature.count': '{{index}} of {{count}} objects here',
  'feature.previous': 'Previous object',
  'feature.next': 'Next object',
  'feature.loading': 'Loading more attributes',
  'feature.failed': 'Some attributes did not arrive.',
  'feature.noAttributes': 'Nothing more is recorded about this object.',
  'feature.photo': '{{label}}, photograph {{number}}',
  'feature.photosFailed': 'The photographs did not arrive.',
  'feature.source': 'Source: {{names}}',
  'feature.close': 'Close',

  'map.label': 'Map',
  'map.base': 'Base map',
  'map.baseEnds': 'The base map ends here; the data continue.',
  'map.relief': 'Relief',
  'map.zoomIn': 'Zoom in',
  'map.zoomOut': 'Zoom out',
  'map.home': 'Show the whole region',
  'map.scale': 'Scale: {{distance}}',
  'map.sources': 'Sources and credits',
  'map.loading': 'Loading the map',
  'map.noWebgl':
    'This browser cannot draw the map (it needs WebGL 2). The layers and what is known about them can still be read.',
  'map.notLoaded': 'The map did not arrive. The layers can still be read.',
  'map.contextLost': 'The graphics card took the map away. It comes back by itself.',
  'map.baseFailed': 'The base map did not arrive. The layers are shown without it.',
  'map.baseLeft': 'The base map “{{name}}” did not arrive. “{{other}}” is shown instead.',
  'map.standIn':
    'An outside service of the base map does not answer. The atlas shows its own data.',
  'map.attribution': 'Sources of the map',

  'sheet.taller': 'Make the panel taller',
  'sheet.lower': 'Make the panel lower',
  'sheet.layers': 'Layers',

  'notice.close': 'Close the message',
  'app.changed': 'The atlas was updated.',
  'app.left': 'The atlas was updated. No longer there: {{names}}.',
  'app.reload': 'Reload',
  'app.outdated': 'A newer version of this atlas is there.',
  'app.locale': 'The other language could not be loaded.',
  'app.noBundle':
    'The atlas could not be read. Reload the page; if it happens again, tell its operators.',
} as const;

/** The name of one text of the interface, plural forms included. */
export type TextKey = keyof typeof en;

/** The name a component asks a text by: without the ending of a plural form. */
export type TextName = TextKey extends infer Key
  ? Key extends `${infer Stem}_one` | `${infer Stem}_other`
    ? Stem
    : Key
  : never;

/** All texts of the interface in one language. */
export type Texts = Readonly<Record<TextKey, string>>;
