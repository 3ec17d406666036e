/** Every page has the same authors; the page "About articles" names them. */
export default function NoAuthorBox() {
  return null;
}
