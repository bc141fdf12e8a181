import { Link } from 'lucide-react'
import { use, useMemo } from 'react'
import * as z from 'zod/mini'
import { isEndpoint } from '#contract/routes.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { Button } from '../../ui/button/button.tsx'
import { useCopy } from '../../ui/button/copy-button.tsx'
import { shareLink } from '../link/share-link.ts'
import { CodeOf, type Made, made } from './code-of.tsx'

interface OneRunProps {
  readonly record: RunRecord
  readonly keys: readonly string[]
}

interface OneRunWhenReadProps {
  readonly reading: Promise<RunRecord | undefined>
  readonly keys: readonly string[]
}

/** The exports that only one run has: code and a link. Suspends until the run is read. */
export function OneRun({ reading, keys }: OneRunWhenReadProps) {
  const record = use(reading)
  if (!record)
    return (
      <p role="alert" className="text-danger text-sm">
        This run can no longer be read.
      </p>
    )
  return (
    <>
      <section aria-label="As code" className="grid grid-cols-1 gap-3">
        <h3 className="font-semibold">As code</h3>
        <CodeOf record={record} keys={keys} />
      </section>
      <LinkOf record={record} keys={keys} />
    </>
  )
}

/** The run's request as a link that opens it as a draft; opening it sends nothing. */
function LinkOf({ record, keys }: OneRunProps) {
  const link = useMemo(() => linkOf(record, keys), [record, keys])
  const [state, copy] = useCopy(link.kind === 'made' ? link.text : '')
  const words = { ready: 'Copy link', copied: 'Link copied', failed: 'Not copied: the browser does not allow it' }
  return (
    <section aria-label="As a link" className="grid grid-cols-1 justify-items-start gap-2">
      <h3 className="font-semibold">As a link</h3>
      {link.kind === 'made' ? (
        <Button icon={<Link size={16} />} onClick={copy}>
          {words[state]}
        </Button>
      ) : (
        <p role="alert" className="text-danger text-sm">
          {link.words}
        </p>
      )}
      <p className="text-faint text-xs">
        Opens the request as a draft, without your key. Anyone with the link can read the request.
      </p>
    </section>
  )
}

const Request = z.record(z.string(), z.unknown())

function linkOf({ run, sent }: RunRecord, keys: readonly string[]): Made {
  const { endpoint, tool, connection } = run
  const request = Request.safeParse(sent.body.kind === 'json' ? sent.body.value : undefined)
  if (sent.body.kind === 'multipart')
    return { kind: 'none', words: 'Links cannot include files: export a bundle instead.' }
  if (!isEndpoint(endpoint) || !request.success)
    return { kind: 'none', words: 'This request is no longer stored, so it cannot be shared as a link.' }
  const draft = {
    ...{ endpoint, baseUrl: connection.baseUrl, request: request.data },
    ...(tool !== undefined && { tool }),
  }
  return made(() => shareLink(`${location.origin}/`, draft, keys), 'Could not create a link.')
}
