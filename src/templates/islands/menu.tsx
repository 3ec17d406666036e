/**
 * Owns the category menu (B40).
 *
 * Without JavaScript the button opens the panel by the `popover` attribute, and the parents unfold by <details>; wide
 * screens show every parent unfolded (styles/menu.css).
 */
import type { MenuProps } from './props.ts';

export const MENU_PANEL_ID = 'menu-panel';

export function Menu({ labels, items }: MenuProps) {
  return (
    <nav className="menu" aria-label={labels.label}>
      <button type="button" className="menu-button" popoverTarget={MENU_PANEL_ID}>
        <span className="menu-icon" aria-hidden="true" />
        {labels.button}
      </button>
      <div className="menu-panel" id={MENU_PANEL_ID} popover="auto">
        <ul className="menu-list">
          {items.map((item) => (
            <li key={item.url}>
              <a className="menu-parent" href={item.url}>
                {item.title}
              </a>
              <details className="menu-group" name="menu">
                <summary>{item.title}</summary>
                <ul>
                  {item.children.map((child) => (
                    <li key={child.url}>
                      <a href={child.url}>{child.title}</a>
                    </li>
                  ))}
                  <li className="menu-more">
                    <a href={item.url}>
                      {labels.more}
                      <span className="visually-hidden">: {item.title}</span>
                    </a>
                  </li>
                </ul>
              </details>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
