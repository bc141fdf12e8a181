import { useState } from 'react'
import type { Source } from '../../run/result.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
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
function ForeignAnchor({ link, className = '', children }: ForeignAnchorProps) {
  const draw = (place: HTMLElement | null) => place?.replaceChildren(hardenedAnchor(link, '', [children]))
  return <bdi key={link.href} ref={draw} className={`wrap-anywhere [&_a]:text-cable [&_a]:underline ${className}`} />
}

const some = 8

/** The numbered sources of an answer: web URLs as links with their host, others as text. */
export function SourcesList({ sources }: { sources: readonly Source[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? sources : sources.slice(0, some)
  return (
    <section aria-label="Sources" className="grid gap-1 border-line border-t pt-3 text-xs">
      <div className="flex items-center gap-1 text-soft">
        <h4>Sources</h4>
        <CopyButton name="Copy sources" text={() => sources.map(written).join('\n')} />
      </div>
      <ol className="grid gap-1">
        {shown.map((source, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number is what a source goes by.
          <li key={at} className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-baseline">
            <span className="font-mono text-2xs text-faint tabular-nums">{at + 1}</span>
            <SourceLine source={source} />
          </li>
        ))}
      </ol>
      {sources.length > shown.length && (
        <Button look="quiet" className="w-fit" onClick={() => setAll(true)}>
          Show all {sources.length.toLocaleString('en')} sources
        </Button>
      )}
    </section>
  )
}

function SourceLine({ source: { url, title, file } }: { source: Source }) {
  const link = url === undefined ? undefined : safeLink(url)
  const words = shortly(title ?? file ?? '', 200)
  if (link?.kind !== 'web') {
    const address = url === undefined ? '' : shortly(url, 200)
    return (
      <span className="wrap-anywhere" dir="auto">
        {[words, address].filter(Boolean).join(' · ')}
        {file !== undefined && title === undefined && <span className="text-faint"> · file</span>}
      </span>
    )
  }
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <ForeignAnchor link={link} className="min-w-0 [&_a]:underline-offset-2">
        {words || link.host}
      </ForeignAnchor>
      {words !== '' && (
        <span className="wrap-anywhere text-faint" dir="ltr">
          {shortly(link.host, 100)}
        </span>
      )}
    </span>
  )
}

const written = ({ url, title, file }: Source, at: number) =>
  `[${at + 1}] ${[title ?? file, url].filter(Boolean).join(' ')}`
