import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isLost } from '../run/life/states.ts'
import type { Run } from '../run/run.ts'

/** What an open run is doing, and for how long: the time runs always, a percentage is never invented. */
export function ProgressLine({ run }: { run: Run }) {
  const since = run.live?.since
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100)
    return () => clearInterval(timer)
  }, [])
  const elapsed = since === undefined ? undefined : Math.max(0, now - since) / 1000
  return (
    <p className="flex items-center gap-2 text-soft text-xs">
      {run.live?.stalled && <TriangleAlert size={16} className="text-warning" />}
      <span role={isLost(run) ? 'status' : undefined}>{wordsFor(run)}</span>
      {elapsed !== undefined && (
        <span className="whitespace-nowrap font-mono tabular-nums">{elapsed.toFixed(1)} s</span>
      )}
    </p>
  )
}

function wordsFor(run: Run): string {
  if (isLost(run)) return 'Fetching the rest from the router. This does not send the request again and is free.'
  if (!run.live && run.status !== 'prepared') return 'Running in another tab'
  if (run.live?.stalled) return 'Stalled: no data for a while. Stop, or keep waiting'
  const { status, times } = run
  switch (status) {
    case 'prepared':
      return 'About to be sent'
    case 'sending':
      return 'Sent, waiting for the first byte'
    default:
      return times?.firstToken === undefined && times?.firstSound === undefined
        ? `Connected, waiting for the ${run.endpoint === 'responses' ? 'first token' : 'result'}`
        : 'Receiving'
  }
}
