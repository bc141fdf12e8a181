import { Link } from 'lucide-react'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { routes } from '#contract/routes.ts'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-button.tsx'
import { ExportError } from '../export-error.ts'
import { shareLink } from '../link/share-link.ts'
import type { RunRecord } from '../run-record.ts'

interface LinkOfProps {
  readonly record: RunRecord
  readonly keys: readonly string[]
}

/** A run's request as a link that opens it as a draft: it is never sent by opening it. */
export function LinkOf({ record, keys }: LinkOfProps) {
  const link = useMemo(() => linkOf(record, keys), [record, keys])
  const [state, copy] = useCopy(link.kind === 'link' ? link.url : '')
  const words = { ready: 'Copy link', copied: 'Link copied', failed: 'Not copied: the browser forbids it' }
  return (
    <section aria-label="As a link" className="grid grid-cols-1 justify-items-start gap-2">
      <h3 className="font-semibold">As a link</h3>
      {link.kind === 'link' ? (
        <Button icon={<Link size={16} strokeWidth={1.5} />} onClick={copy}>
          {words[state]}
        </Button>
      ) : (
        <p role="alert" className="text-danger text-sm">
          {link.words}
        </p>
      )}
      <p className="text-faint text-xs">
        Whoever opens it finds the request as a draft, without the key. The request stands in the link, for all who have
        it.
      </p>
    </section>
  )
}

type Shared = { readonly kind: 'link'; readonly url: string } | { readonly kind: 'none'; readonly words: string }

const Request = z.record(z.string(), z.unknown())

function linkOf({ run, sent }: RunRecord, keys: readonly string[]): Shared {
  const route = Object.values(routes).find(({ id }) => id === run.endpoint)
  const request = Request.safeParse(sent.body.kind === 'json' ? sent.body.value : undefined)
  if (sent.body.kind === 'multipart')
    return { kind: 'none', words: 'A link carries no files: export a bundle instead.' }
  if (!route || !request.success) return { kind: 'none', words: 'This request is lost, so no link can carry it.' }
  try {
    const { baseUrl } = run.connection
    const url = shareLink(`${location.origin}/`, { endpoint: route.id, baseUrl, request: request.data }, keys)
    return { kind: 'link', url }
  } catch (error) {
    return { kind: 'none', words: error instanceof ExportError ? error.message : 'No link could be made.' }
  }
}
