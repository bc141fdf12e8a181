import type { Run } from '../run/run.ts'
import { figuresOf } from './figures.ts'

/** Time, speed, tokens and price of a run; what the router did not say is called so. */
export function Metrics({ run }: { run: Run }) {
  return (
    <dl aria-label="Metrics" className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
      {figuresOf(run).map(([what, figure]) => (
        <div key={what} className="flex items-baseline gap-1.5">
          <dt className="text-faint">{what}</dt>
          <dd className="font-mono tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
