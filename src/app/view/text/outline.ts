/**
 * Gives the headings in `root` levels that fit a page with one title above them: one level down at most from the heading before,
 * whatever depths the text uses. Returns the last level.
 */
export function levelHeadings(root: ParentNode, before: number): number {
  let level = before
  for (const heading of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    level = Math.min(Number(heading.tagName.slice(1)) + 1, level + 1, 6)
    heading.setAttribute('aria-level', String(level))
  }
  return level
}
