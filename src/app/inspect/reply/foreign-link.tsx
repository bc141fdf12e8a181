import { shortly } from '../../ui/format.ts'
import { hardenedAnchor, type SafeLink, safeLink } from '../../view/text/safe-link.ts'

/** A link to a URL from a reply; plain text if `safeLink` rejects it. */
export function ForeignLink({ url, children }: { readonly url: string; readonly children: (host: string) => string }) {
  const link = safeLink(url)
  if (link?.kind !== 'web') return <span className="wrap-anywhere">{shortly(url, 200)}</span>
  return <ForeignAnchor link={link}>{children(shortly(link.host, 100))}</ForeignAnchor>
}

interface ForeignAnchorProps {
  readonly link: SafeLink
  readonly className?: string
  readonly children: string
}

/** An anchor created by `hardenedAnchor`, which sets the privacy attributes of all external links. */
export function ForeignAnchor({ link, className = '', children }: ForeignAnchorProps) {
  const draw = (place: HTMLElement | null) => place?.replaceChildren(hardenedAnchor(link, '', [children]))
  return <bdi key={link.href} ref={draw} className={`wrap-anywhere [&_a]:text-cable [&_a]:underline ${className}`} />
}
