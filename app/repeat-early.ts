/** An action on the page of the server; the script in `index.html` notes it. */
type EarlyAction =
  | {
      readonly type: 'click' | 'input';
      readonly element: HTMLButtonElement | HTMLInputElement;
      /** The value of the element then. */
      readonly value: string;
    }
  | {
      readonly type: 'keydown';
      /** The element with the focus. */
      readonly element: Element;
      /** The key of a shortcut (`use-shortcuts.ts`). */
      readonly value: string;
    };

interface NotingWindow {
  readonly early?: readonly EarlyAction[];
  readonly noteEarly?: (event: Event) => void;
}

/**
 * Repeats what the visitor pressed and typed before the application could answer. Call it when the
 * application has taken the elements over. What is no longer on the page is left out.
 */
export function repeatEarly(page: Window & NotingWindow = window): void {
  const { early = [], noteEarly } = page;
  if (noteEarly)
    for (const type of ['click', 'input', 'keydown'])
      page.removeEventListener(type, noteEarly, true);
  for (const { type, element, value } of early) {
    if (!element.isConnected) continue;
    if (type === 'click') element.click();
    else if (type === 'keydown')
      element.dispatchEvent(new KeyboardEvent(type, { key: value, bubbles: true }));
    else if (element.type !== 'checkbox') typeInto(element, value);
  }
}

function typeInto(element: HTMLButtonElement | HTMLInputElement, value: string): void {
  element.value = value;
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
