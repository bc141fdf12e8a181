import { CircleSlash, RefreshCw, RotateCcw, SearchCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { failureOf } from '../../run/failure-of.ts'
import type { CheckOutcome } from '../../run/life/check-again.ts'
import { isLost, needsRuling } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import type { RunConnection } from '../../run/run-draft.ts'
import { useLostState, useRuns } from '../../run/use-runs.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { shortly } from '../../ui/format.ts'
import { onFirstPress } from '../../ui/keys/first-press.ts'
import { pickRun, setInspector } from '../drawer/inspector-place.ts'

function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until === undefined || until <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}

const later = {
  unreachable: (name: string) =>
    `${name} may have stored the reply. It is fetched automatically, free of charge, once the router responds.`,
  'key-wanted': (name: string) =>
    `${name} may have stored the reply. It is fetched, free of charge, once you enter the key.`,
}

interface FailureCardProps {
  run: Run
  /** Where the page would send now, to ask about a run that was lost. */
  connection?: RunConnection
  onRunAgain?: () => void
  free?: ReactNode
  fix?: { readonly name: string; readonly onPress: () => void } | undefined
}

/** The failure of a run: cause, cost and next step. A run is repeated only by a press. */
export function FailureCard(props: FailureCardProps) {
  return isLost(props.run) ? <LostCard {...props} /> : <Card {...props} />
}

/** A reply kept by our own router is fetched automatically, before anything that costs is offered. */
function LostCard(props: FailureCardProps) {
  const lost = useLostState(props.run)
  if (lost !== 'asking') return <Card {...props} lost={lost} />
  return (
    <p role="status" className="flex items-center gap-2 text-soft text-xs">
      <RefreshCw size={16} className="shrink-0" />
      Fetching the rest from the router. This does not send the request again and is free.
    </p>
  )
}

function Card({
  run,
  connection,
  onRunAgain,
  free,
  fix,
  lost,
}: FailureCardProps & { lost?: keyof typeof later | undefined }) {
  const failure = failureOf(run)
  const wait = useSecondsUntil(failure?.waitUntil)
  if (!failure) return null
  const isFree = lost !== undefined || canAsk(run, connection) || Boolean(free)
  const again =
    run.status === 'unknown' && run.resolution === undefined ? 'Run again, may be billed twice' : 'Run again'
  const facts = [
    failure.status !== undefined && `HTTP ${failure.status}`,
    failure.code !== String(failure.status) && failure.code,
    failure.param && `field ${failure.param}`,
    failure.provider && `provider ${failure.provider}`,
    failure.requestId && `request ${failure.requestId}`,
  ].flatMap((fact) => (fact ? [shortly(fact)] : []))
  return (
    <Callout tone={failure.tone} title={shortly(failure.title)}>
      <p className="unkerned break-words text-soft">{failure.what}</p>
      <p className="break-words text-soft">
        <strong className="font-medium text-ink">{failure.cost}</strong>{' '}
        {lost ? later[lost](run.connection.name) : shortly(failure.next)}
      </p>
      {facts.length > 0 && <p className="break-all font-mono text-2xs text-faint">{facts.join(' · ')}</p>}
      {failure.raw && (
        <details>
          <summary className="text-xs text-soft">Raw reply</summary>
          <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 font-mono text-xs">
            {failure.raw}
          </pre>
        </details>
      )}
      <div className="-mb-1 flex flex-wrap gap-2 pt-1">
        {free}
        {connection && <SettleActions run={run} connection={connection} />}
        {fix && (
          <Button look="outline" icon={<RotateCcw size={16} />} {...onFirstPress(fix.onPress)}>
            {fix.name}
          </Button>
        )}
        {onRunAgain && (
          <Button
            look={isFree || fix ? 'quiet' : 'outline'}
            icon={<RotateCcw size={16} />}
            disabled={wait > 0}
            {...onFirstPress(onRunAgain)}
          >
            {wait > 0 ? `Run again in ${wait} s` : again}
          </Button>
        )}
        {run.reason === 'unreadable' && (
          <Button
            look="quiet"
            onClick={() => {
              pickRun(run.id)
              setInspector({ open: true, tab: 'events' })
            }}
          >
            Show events
          </Button>
        )}
        <CopyButton
          look="words"
          name="Copy error"
          text={[failure.title, failure.what, facts.join(' · '), failure.raw].filter(Boolean).join('\n')}
        />
      </div>
    </Callout>
  )
}

const words: Record<CheckOutcome | 'asking', string> = {
  asking: 'Contacting the router…',
  recovered: 'The stored answer has been fetched.',
  running: 'Another tab is already fetching it.',
  'not-billed': 'Never sent; not billed.',
  unknown: 'The router has no further information.',
  failed: 'The router did not answer.',
}

interface SettleActionsProps {
  run: Run
  /** Where the page would send now: only the router that the run went to can be asked about it. */
  connection: RunConnection
}

/** Whether the router can be asked about it: it is one of ours, and the one that the run went to. */
function canAsk(run: Run, connection: RunConnection | undefined): boolean {
  return (
    needsRuling(run) && connection?.own === true && connection.baseUrl === run.connection.baseUrl && !connection.missing
  )
}

/** The actions for a run with an unknown outcome. Asking the router about it is free and sends no request again. */
export function SettleActions({ run, connection }: SettleActionsProps) {
  const { checkAgain, giveUp } = useRuns()
  const [said, setSaid] = useState<CheckOutcome | 'asking'>()
  if (!needsRuling(run)) return null
  const ask = async () => {
    setSaid('asking')
    setSaid(await checkAgain(run.id, connection))
  }
  return (
    <>
      {canAsk(run, connection) && (
        <Button icon={<SearchCheck size={16} />} disabled={said === 'asking'} onClick={() => void ask()}>
          Check again
        </Button>
      )}
      {run.status === 'unknown' && (
        <Button look="quiet" icon={<CircleSlash size={16} />} onClick={() => void giveUp(run.id)}>
          Dismiss
        </Button>
      )}
      <span role="status" className="self-center text-soft text-xs empty:hidden">
        {said && words[said]}
      </span>
    </>
  )
}
