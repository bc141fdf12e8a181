import type { Run } from '../../../run/run.ts'
import { fullTime, stateOf } from '../run-words.ts'

const stepNames = { prepared: 'Written down', sending: 'Sent', receiving: 'Answer began' } as const

function nameOf(run: Run, status: Run['status']): string {
  if (status === 'prepared' || status === 'sending' || status === 'receiving') return stepNames[status]
  return stateOf({ endpoint: run.endpoint, status }).word
}

/** Every state the run had: when, and how long after the press. */
export function StatesTable({ run }: { run: Run }) {
  const [first] = run.log
  return (
    <table className="w-full max-w-xl text-xs">
      <thead>
        <tr className="border-line border-b text-left text-faint">
          <th className="py-1.5 font-normal">State</th>
          <th className="py-1.5 font-normal">When</th>
          <th className="py-1.5 text-right font-normal">After the press</th>
        </tr>
      </thead>
      <tbody>
        {run.log.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows.
          <tr key={at} className="border-line border-b last:border-b-0">
            <td className="py-1.5 pr-3">{nameOf(run, step.status)}</td>
            <td className="py-1.5 pr-3 text-soft">{fullTime(step.at)}</td>
            <td className="py-1.5 text-right font-mono tabular-nums">{after(first, step)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Step = Run['log'][number]

/** By the counter that no clock change touches, unless the page was loaded anew in between. */
function after(first: Step | undefined, step: Step): string {
  if (first === undefined) return ''
  const ms = step.mono >= first.mono ? step.mono - first.mono : step.at - first.at
  return `${(Math.max(0, ms) / 1000).toFixed(2)} s`
}
