import './config-errors.css';

/** The panel over the map; null while there are no errors. */
let panel: HTMLElement | null = null;

/**
 * Shows the errors of the configuration over the map, which stays as it was before them. An empty list
 * removes them. The texts come from the server, as on a terminal.
 */
export function showConfigErrors(errors: readonly string[]): void {
  panel?.remove();
  panel = null;
  if (errors.length === 0) return;
  panel = document.createElement('section');
  panel.className = 'config-errors';
  panel.setAttribute('role', 'alert');
  panel.tabIndex = 0;
  for (const error of errors) {
    const message = document.createElement('pre');
    message.textContent = error;
    panel.append(message);
  }
  document.body.append(panel);
}
