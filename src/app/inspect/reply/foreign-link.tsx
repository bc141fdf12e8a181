import { shortly } from '../../ui/format.ts'
import { hardenedAnchor, safeLink } from '../../view/text/safe-link.ts'

interface ForeignLinkProps {
  /** An address that a reply names. */
  readonly url: string
  /** The words of the link. */
  readonly children: (host: string) => string
}

/** The way to what a reply only names: a link where content may have one, else the address as text. */
export function ForeignLink({ url, children }: ForeignLinkProps) {
  const link = safeLink(url)
  if (link?.kind !== 'web') return <span className="wrap-anywhere">{shortly(url, 200)}</span>
  // The anchor is made where all foreign links are, so that one place decides what it tells the other side.
  const draw = (place: HTMLElement | null) =>
    place?.replaceChildren(hardenedAnchor(link, '', [children(shortly(link.host, 100))]))
  return <bdi key={link.href} ref={draw} className="wrap-anywhere [&_a]:text-cable [&_a]:underline" />
}
