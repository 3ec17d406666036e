import type { ArticleSummary } from 'articles/theme';
import { Plate } from '../plate';

/** Every list of the site shows its articles as the home page does. */
export default function OwnCard(props: { article: ArticleSummary; plain?: boolean }) {
  return <Plate {...props} />;
}
