import { shortly } from '../../ui/format.ts'
import { hardenedAnchor, type SafeLink, safeLink } from '../../view/text/safe-link.ts'

interface ForeignLinkProps {
  /** An address that a reply names. */
  readonly url: string
  /** Gives the words of the link. */
  readonly children: (host: string) => string
}

/** A link to an address that a reply names; the address as text where content may not link to it. */
export function ForeignLink({ url, children }: ForeignLinkProps) {
  const link = safeLink(url)
  if (link?.kind !== 'web') return <span className="wrap-anywhere">{shortly(url, 200)}</span>
  return <ForeignAnchor link={link}>{children(shortly(link.host, 100))}</ForeignAnchor>
}

interface ForeignAnchorProps {
  readonly link: SafeLink
  readonly className?: string
  /** The words of the link. */
  readonly children: string
}

/** The anchor is created by `hardenedAnchor`, as all foreign links are: one place decides what the other side learns. */
export function ForeignAnchor({ link, className = '', children }: ForeignAnchorProps) {
  const draw = (place: HTMLElement | null) => place?.replaceChildren(hardenedAnchor(link, '', [children]))
  return <bdi key={link.href} ref={draw} className={`wrap-anywhere [&_a]:text-cable [&_a]:underline ${className}`} />
}
