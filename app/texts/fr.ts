import type { Texts } from './en.ts';

/** The words of the interface in French. */
export const fr: Texts = {
  'skip.label': 'Raccourcis',
  'skip.map': 'Aller à la carte',
  'skip.list': 'Aller aux couches',

  'header.language': 'Langue',
  'header.menu': 'Ouvrir les couches',

  'project.label': 'Projet',
  'project.all': 'Toute la région',
  'project.choose': 'Choisir un projet',
  'project.back': 'Toute la région',
  'project.open': 'Afficher sur la carte',
  'project.more': 'Lire la suite',
  'project.less': 'Réduire le texte',
  'project.left': 'Le projet est fermé. Ses couches restent sur la carte.',
  'project.restore': 'Revenir à ce qui était avant',

  'panel.title': 'Couches et légende',
  'panel.fold': 'Replier le panneau',
  'panel.unfold': 'Couches',
  'tab.layers': 'Couches',
  'tab.legend': 'Légende',
  'tab.active_one': '{{count}} couche active',
  'tab.active_other': '{{count}} couches actives',

  'filter.label': 'Filtrer les couches',
  'filter.clear': 'Effacer le filtre',
  'filter.none': 'Aucune couche ne s’appelle « {{filter}} ».',
  'filter.found_one': '{{count}} couche trouvée',
  'filter.found_other': '{{count}} couches trouvées',

  'category.active': '{{active}} sur {{total}} actives',

  'group.info': 'À propos de {{name}}',
  'group.unfold': 'Réglages de {{name}}',
  'group.opacity': 'Opacité',
  'group.opacityOf': 'Opacité de {{name}}',
  'group.zoomTo': 'Zoomer',
  'group.zoomToOf': 'Zoomer sur {{name}}',
  'group.up': 'Monter {{name}}',
  'group.down': 'Descendre {{name}}',
  'group.moved': '{{name}} est maintenant la couche {{place}} sur {{count}}.',
  'group.remove': 'Retirer',
  'group.removeOf': 'Retirer {{name}}',
  'group.hide': 'Masquer {{name}}',
  'group.show': 'Afficher {{name}}',
  'group.coverage_one': '{{count}} pays',
  'group.coverage_other': '{{count}} pays',
  'group.coverageNames': 'Données pour : {{names}}',
  'group.locked': 'Données réservées.',
  'group.lockedLabel': '{{name}}, accès réservé',
  'group.ask': 'Comment y accéder',
  'group.ask.on-confirmation':
    'Ouvert à toute personne qui a un compte et a confirmé son adresse électronique.',
  'group.ask.by-operator':
    'Ouvert aux personnes ayant l’accès « {{level}} ». Les responsables de cet atlas l’accordent sur demande.',
  'group.ask.other': 'Ouvert aux personnes ayant l’accès « {{level}} ».',
  'group.outOfZoom': 'Visible à partir du zoom {{zoom}}.',
  'group.zoomIn': 'Zoomer',
  'group.tooClose': 'Visible jusqu’au zoom {{zoom}}.',
  'group.zoomOut': 'Dézoomer',
  'group.loading': 'Chargement de {{name}}',
  'group.empty': 'Rien de cette couche ne se trouve dans cette vue.',
  'group.failed': 'Données non reçues.',
  'group.retry': 'Réessayer',

  'layers.active_one': '{{count}} couche active',
  'layers.active_other': '{{count}} couches actives',
  'layers.topFirst_one': '{{count}} couche',
  'layers.topFirst_other': '{{count}} couches, la plus haute d’abord',
  'layers.removeAll': 'Tout retirer',
  'layers.removedAll': 'Toutes les couches ont été retirées.',
  'layers.undo': 'Annuler',

  'address.unavailable':
    'Un élément nommé par ce lien n’existe pas ou ne vous est pas ouvert. Le reste est affiché.',

  'legend.empty': 'Aucune couche choisie',
  'legend.emptyHelp':
    'Choisissez des couches dans la liste ; le sens de leurs couleurs s’affiche ici.',
  'legend.restricted': 'Données réservées',
  'legend.toLayers': 'Choisir des couches',

  'demo.badge': 'Données de démonstration',
  'demo.explain': 'Données inventées, pour montrer comment l’atlas fonctionne.',

  'info.provider': 'Fournisseur',
  'info.date': 'Date des données',
  'info.licence': 'Licence',
  'info.citation': 'Citation',
  'info.copy': 'Copier la citation',
  'info.copied': 'La citation a été copiée.',
  'info.notCopied': 'Le navigateur n’a pas permis la copie. Sélectionnez le texte.',
  'info.coverage': 'Couverture',
  'info.none': 'Rien de plus n’est consigné sur cette couche.',
  'info.source': 'Source',

  'feature.count': '{{index}} sur {{count}} objets ici',
  'feature.previous': 'Objet précédent',
  'feature.next': 'Objet suivant',
  'feature.loading': 'Chargement d’autres attributs',
  'feature.failed': 'Certains attributs ne sont pas arrivés.',
  'feature.noAttributes': 'Rien de plus n’est consigné sur cet objet.',
  'feature.photo': '{{label}}, photographie {{number}}',
  'feature.photosFailed': 'Les photographies ne sont pas arrivées.',
  'feature.close': 'Fermer',

  'map.label': 'Carte',
  'map.base': 'Fond de carte',
  'map.relief': 'Relief',
  'map.zoomIn': 'Zoomer',
  'map.zoomOut': 'Dézoomer',
  'map.home': 'Montrer toute la région',
  'map.scale': 'Échelle : {{distance}}',
  'map.sources': 'Sources et crédits',
  'map.loading': 'Chargement de la carte',
  'map.noWebgl':
    'Ce navigateur ne peut pas dessiner la carte (il faut WebGL 2). Les couches et ce que l’on en sait restent lisibles.',
  'map.notLoaded': 'La carte n’est pas arrivée. Les couches restent lisibles.',
  'map.contextLost': 'La carte graphique a repris la carte. Elle revient d’elle-même.',
  'map.baseFailed': 'Le fond de carte n’est pas arrivé. Les couches s’affichent sans lui.',
  'map.baseLeft':
    'Le fond de carte « {{name}} » n’est pas arrivé. « {{other}} » est affiché à sa place.',
  'map.standIn':
    'Un service extérieur du fond de carte ne répond pas. L’atlas affiche ses propres données.',
  'map.attribution': 'Sources de la carte',

  'sheet.taller': 'Agrandir le panneau',
  'sheet.lower': 'Réduire le panneau',
  'sheet.layers': 'Couches',

  'notice.close': 'Fermer le message',
  'app.changed': 'L’atlas a été mis à jour.',
  'app.left': 'L’atlas a été mis à jour. N’y figurent plus : {{names}}.',
  'app.reload': 'Recharger',
  'app.outdated': 'Une version plus récente de cet atlas est disponible.',
  'app.locale': 'L’autre langue n’a pas pu être chargée.',
  'app.noBundle':
    'L’atlas n’a pas pu être lu. Rechargez la page ; si cela se répète, dites-le à ses responsables.',
};
