/** Renders the form of a newsletter, which works without scripts. */
import type { Newsletter } from '../../site/chrome-data.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

export const NewsletterForm = replaceable('NewsletterForm', BuiltIn);

function BuiltIn({ data }: { data: Newsletter }) {
  const { action, field, hidden, title, text, button } = data;
  return (
    <form className="newsletter" action={action} method="post" aria-labelledby="site.newsletter">
      <h2 id="site.newsletter">{title}</h2>
      {text !== '' && <p>{text}</p>}
      {each(hidden, ([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="site.newsletter-email">{useStrings().newsletter.email}</label>
      <div className="newsletter-field">
        <input id="site.newsletter-email" type="email" name={field} autoComplete="email" required />
        <button type="submit" className="action">
          {button}
        </button>
      </div>
    </form>
  );
}
