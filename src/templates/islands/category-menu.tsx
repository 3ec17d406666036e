/**
 * Renders the category menu (B40).
 *
 * Without JavaScript the button opens the panel by the `popover` attribute, and the parents unfold as <details>. Wide
 * screens show every parent unfolded (styles/menu.css).
 */
import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { MenuProps } from './island-props.ts';

const MENU_PANEL_ID = 'menu-panel';

export function Menu({ labels, items }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  // Left out on the server: there the browser itself sets the state of the popover button.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const readState = () => setOpen(panel.current?.matches(':popover-open') ?? false);
  useEffect(readState, []);
  const closeAfterPick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) panel.current?.hidePopover();
  };
  // An open panel would cover the element that gets the focus.
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) panel.current?.hidePopover();
  };
  return (
    <nav className="menu" aria-label={labels.label} onBlur={closeOnLeave}>
      <button
        type="button"
        className="menu-button"
        popoverTarget={MENU_PANEL_ID}
        aria-expanded={isOpen ?? undefined}
        aria-controls={isOpen === null ? undefined : MENU_PANEL_ID}
      >
        <span className="menu-icon" aria-hidden="true" />
        {labels.button}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click as well */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked */}
      <div
        className="menu-panel"
        id={MENU_PANEL_ID}
        popover="auto"
        ref={panel}
        onToggle={readState}
        onClick={closeAfterPick}
      >
        <ul className="menu-list">
          {items.map((item) => (
            <li key={item.url ?? item.title}>
              <Entry item={item} more={labels.more} />
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

function Entry({ item: { title, url, children }, more }: { item: MenuProps['items'][number]; more: string }) {
  if (children.length === 0 && url !== null) {
    return (
      <p className="line-title">
        <a href={url}>{title}</a>
      </p>
    );
  }
  return (
    <>
      {url === null ? (
        <span className="menu-parent">{title}</span>
      ) : (
        <a className="menu-parent" href={url}>
          {title}
        </a>
      )}
      <details className="menu-group" name="menu">
        <summary>{title}</summary>
        <ul>
          {children.map((child) => (
            <li key={child.url}>
              <a href={child.url}>{child.title}</a>
            </li>
          ))}
          {url !== null && (
            <li className="menu-more">
              <a href={url}>
                {more}
                <span className="visually-hidden">: {title}</span>
              </a>
            </li>
          )}
        </ul>
      </details>
    </>
  );
}
