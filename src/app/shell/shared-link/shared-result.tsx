import { Suspense, use, useState } from 'react'
import { useLocation } from 'wouter'
import { canonicalJson } from '#contract/core/loose-json.ts'
import type { SharedDraft } from '../../export/link/share-link.ts'
import { BundleNews, type OpenBundle, OpenBundleButton, useOpenBundle } from '../../export/open/open-bundle.tsx'
import { stateOf } from '../../inspect/line/run-state.tsx'
import { type StoredRecord, useRunRecord } from '../../run/history/run-record.ts'
import type { Run } from '../../run/run.ts'
import { RunStatus } from '../../tool/jobs/job-line.tsx'
import { addressOf } from '../../tool/panels.ts'
import { ResultView } from '../../tool/results/run-result.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { fullTime } from '../../ui/short-time.ts'
import { Part } from './shared-request.tsx'

type Linked = Pick<SharedDraft, 'endpoint' | 'request'> & { readonly run: string }

/** The result of a link's run where this browser has it, or gets it from a bundle that is opened here. */
export function SharedResult({ linked }: { readonly linked: Linked }) {
  const readRecord = useRunRecord()
  const read = () =>
    readRecord(linked.run).then(
      (record) => runOf(record, linked),
      () => undefined,
    )
  const [reading, setReading] = useState(read)
  const bundle = useOpenBundle(() => setReading(read()))
  return (
    <div {...bundle.dropTarget}>
      <Part title="Result">
        <Suspense fallback={<p className="text-soft">Reading the result…</p>}>
          <Result reading={reading} bundle={bundle} />
        </Suspense>
      </Part>
    </div>
  )
}

/** The stored run where it was made with the request of the link, which names any id. */
function runOf(record: StoredRecord | undefined, { endpoint, request }: Linked): Run | undefined {
  if (record === undefined || record.run.deleted !== undefined) return undefined
  const { run, sent } = record
  const isSame = sent.body.kind === 'json' && canonicalJson(sent.body.value) === canonicalJson(request)
  return run.endpoint === endpoint && isSame ? run : undefined
}

interface ResultProps {
  readonly reading: Promise<Run | undefined>
  readonly bundle: OpenBundle
}

function Result({ reading, bundle }: ResultProps) {
  const [, go] = useLocation()
  const run = use(reading)
  if (!run)
    return (
      <>
        <Callout title="The result is not in the link. Ask for a bundle.">
          <p className="text-soft">
            A bundle is a file with the whole run. Choose it or drop it here. Nothing is sent.
          </p>
          <div className="pt-1">
            <OpenBundleButton bundle={bundle} />
          </div>
        </Callout>
        <BundleNews bundle={bundle} />
        {bundle.news?.kind === 'done' && (
          <p role="status" className="text-warning text-xs">
            The result of this link is not in it.
          </p>
        )}
      </>
    )
  return (
    <>
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-faint text-xs">
          {stateOf(run).word} · {fullTime(run.log[0]?.at ?? 0)}
        </p>
        <Button onClick={() => go(addressOf('runs', { run: run.id }))}>Show in Runs</Button>
      </div>
      <ResultView run={run} />
      <RunStatus run={run} />
    </>
  )
}
