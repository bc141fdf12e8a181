import { useId } from 'react'
import type { Run } from '../run/run.ts'
import { type CableState, cableStates } from './cable-states.ts'

const cableLooks: Record<CableState, string> = {
  idle: 'border-t-2 border-dashed border-line-strong/40',
  waiting: 'border-t-2 border-dashed border-cable/60',
  live: 'h-0.5 bg-cable',
  done: 'h-0.5 bg-cable',
  odd: 'h-0.5 bg-linear-to-r from-cable to-warning',
  broken: 'h-0.5 bg-linear-to-r from-danger via-danger/70 via-45% to-transparent to-60%',
}

function Cable({ state, above, below }: { state: CableState; above?: string; below?: string }) {
  return (
    <div className="relative mx-1.5 min-w-16 flex-1 self-center" data-state={state}>
      <div className={cableLooks[state]} />
      {(state === 'live' || state === 'waiting') && <span className="patch-pulse" />}
      {state === 'broken' && (
        <span className="-top-2 absolute left-[52%] font-semibold text-danger leading-4" aria-hidden="true">
          ×
        </span>
      )}
      <span className="-top-5 absolute inset-x-0 truncate text-center font-mono text-2xs text-faint">{above}</span>
      <span className="absolute inset-x-0 top-1.5 truncate text-center font-mono text-2xs text-faint tabular-nums">
        {below}
      </span>
    </div>
  )
}

interface JackProps {
  name: string
  lit: boolean
  facts: readonly (readonly [what: string, value: string | undefined])[]
  at: 'start' | 'middle' | 'end'
}

const tips = { start: 'left-0', middle: '-translate-x-1/2 left-1/2', end: 'right-0' }

/** A plug of the line: hover or focus it for what the router said. */
function Jack({ name, lit, facts, at }: JackProps) {
  const id = useId()
  return (
    <div className="group relative flex items-center">
      <button
        type="button"
        aria-label={`${name}: what the router said`}
        aria-describedby={id}
        className="-m-1.5 grid size-6 cursor-help place-items-center rounded-full"
      >
        <span className={`size-2.5 rounded-full border-2 ${lit ? 'border-cable bg-cable' : 'border-line-strong'}`} />
      </button>
      <span className={`-top-5 absolute whitespace-nowrap text-2xs text-soft ${tips[at]}`}>{name}</span>
      <div
        id={id}
        role="tooltip"
        className={`invisible absolute top-5 z-20 grid w-max max-w-72 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md border border-line bg-raised p-3 text-xs shadow-float group-focus-within:visible group-hover:visible ${tips[at]}`}
      >
        <dl className="contents">
          {facts.map(([what, value]) => (
            <div key={what} className="contents">
              <dt className="text-faint">{what}</dt>
              <dd className="break-all font-mono">{value ?? 'not reported'}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

const seconds = (ms: number | undefined) => (ms === undefined ? undefined : `${(ms / 1000).toFixed(2)} s`)

/** The cable at the head of every result: panel → router → provider, drawn as it stands. */
export function PatchLine({ run, panel }: { run: Run; panel: string }) {
  const [up, down] = cableStates(run.status, run.times?.headers !== undefined)
  const first = seconds(run.times?.firstToken ?? run.times?.firstByte)
  const total = seconds(run.times?.end)
  return (
    <figure className="flex h-14 max-w-[30rem] items-center pt-1" aria-label={`Path of this run: ${run.status}`}>
      <Jack
        at="start"
        name={panel}
        lit
        facts={[
          ['Run', run.id],
          ['Sent to', run.connection.baseUrl],
        ]}
      />
      <Cable state={up} {...(first && { below: `first ${first}` })} />
      <Jack
        at="middle"
        name="router"
        lit={run.times?.headers !== undefined}
        facts={[
          ['Status', run.served?.status?.toString()],
          ['Request id', run.served?.requestId],
          ['Attempts', run.served?.attempts],
        ]}
      />
      <Cable state={down} above={run.model} {...(total && { below: `total ${total}` })} />
      <Jack
        at="end"
        name={run.served?.provider ?? 'provider'}
        lit={down === 'done'}
        facts={[
          ['Model asked', run.model],
          ['Model served', run.served?.model ?? run.result.response.model],
          ['Provider', run.served?.provider],
        ]}
      />
    </figure>
  )
}
