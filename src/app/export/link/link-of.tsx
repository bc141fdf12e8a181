import { Link } from 'lucide-react'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { defined, ownOf } from '#contract/core/loose-json.ts'
import { callableTools } from '#contract/responses/callable-tools.ts'
import { isEndpoint } from '#contract/routes.ts'
import { isLoopbackHost, isNearHost } from '../../client/send/near-host.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { type ToolList, toolListOf } from '../../tool/tool-definitions/tool-list.ts'
import { Button } from '../../ui/button/button.tsx'
import { useCopy } from '../../ui/button/copy-button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { usePageState } from '../../ui/page-state.ts'
import { type Made, made, Refusal } from '../dialog/code-of.tsx'
import { noFiles, shareLink } from './share-link.ts'

/** The link of a run: to copy, with where it works, or why there is none. */
export function LinkOf({ record, keys }: { readonly record: RunRecord; readonly keys: readonly string[] }) {
  const mocks = usePageState(toolListOf(useRuns()).list)?.mocks
  const link = useMemo(() => linkOf(record, keys, mocks), [record, keys, mocks])
  const [state, copy] = useCopy(link.kind === 'made' ? link.text : '')
  const words = { ready: 'Copy link', copied: 'Link copied', failed: 'Not copied: the browser does not allow it' }
  const near = nearWords(location.hostname)
  return (
    <section aria-label="As a link" className="grid grid-cols-1 justify-items-start gap-2">
      <h3 className="font-semibold">As a link</h3>
      {link.kind === 'made' ? (
        <>
          {near && (
            <Callout tone="warning" title={near}>
              <p className="text-soft">
                To show it elsewhere, save a bundle or an HTML report, or build a static demo with{' '}
                <code className="font-mono">npm run build:static</code>.
              </p>
            </Callout>
          )}
          <Button icon={<Link size={16} />} onClick={copy}>
            {words[state]}
          </Button>
        </>
      ) : (
        <Refusal>{link.words}</Refusal>
      )}
      <p className="text-faint text-xs">
        Opens the prompt and its settings with the mocks of its tools, without your key. Anyone with the link can read
        them. The result is shown where this run is stored: send a bundle with it.
      </p>
    </section>
  )
}

/** Where a link to this host works; undefined where it works everywhere. @internal */
export function nearWords(host: string): string | undefined {
  if (isLoopbackHost(host)) return 'This link works only on this computer.'
  return isNearHost(host) ? 'This link works only in this network.' : undefined
}

const Request = z.record(z.string(), z.unknown())

function linkOf({ run, sent }: RunRecord, keys: readonly string[], all: ToolList['mocks'] = {}): Made {
  const { id, endpoint, tool, connection } = run
  const request = Request.safeParse(sent.body.kind === 'json' ? sent.body.value : undefined)
  if (sent.body.kind === 'multipart') return { kind: 'none', words: noFiles }
  if (!isEndpoint(endpoint) || !request.success)
    return { kind: 'none', words: 'This request is no longer stored, so it cannot be shared as a link.' }
  const own = callableTools(request.data).flatMap(({ name }) => {
    const mock = ownOf(all, name)
    return mock ? [[name, mock.source] as const] : []
  })
  const mocks = own.length > 0 ? Object.fromEntries(own) : undefined
  const draft = { ...defined({ tool, mocks }), endpoint, baseUrl: connection.baseUrl, request: request.data, run: id }
  const address = new URL(import.meta.env.BASE_URL, location.href).href
  return made(() => shareLink(address, draft, keys), 'Could not create a link.')
}
