/** A page of documentation has no author and no date that matters. */
export default function NoByline() {
  return null;
}
