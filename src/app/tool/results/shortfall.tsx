import { Plus } from 'lucide-react'
import { recordOf } from '#contract/core/loose-json.ts'
import { useModels } from '../../connection/use-connection.ts'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { Button } from '../../ui/button.tsx'
import { onFirstPress } from '../../ui/keys/first-press.ts'
import { requestPrice } from '../request-price.ts'
import { askedFor } from './slots.ts'

interface RunMissingProps {
  readonly run: Run
  /** Sends the request again for so many pictures: a new paid run. */
  readonly onRun: (missing: number, price: string) => void
}

/** The way to the pictures of a run that did not come, with its price. Nothing where all or none came. */
export function RunMissing({ run, onRun }: RunMissingProps) {
  const card = useModels().data?.cards.find(({ id }) => id === run.model)
  const short = shortfallOf(run)
  if (!short) return null
  const { missing } = short
  const price = requestPrice(run.model, card, { ...recordOf(run.request), n: missing })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        icon={<Plus size={16} strokeWidth={1.5} aria-hidden="true" />}
        {...onFirstPress(() => onRun(missing, price))}
      >
        {missing === 1 ? 'Run the missing one' : `Run the ${missing} missing ones`}
      </Button>
      <span className="text-faint text-xs">{price}</span>
    </div>
  )
}

/** What came of the pictures that were asked for. */
export interface Shortfall {
  readonly came: number
  readonly asked: number
  readonly missing: number
}

/** Where an ended run has some of its pictures and not all of them; undefined for every other. */
export function shortfallOf({
  status,
  request,
  result,
}: Pick<Run, 'status' | 'request' | 'result'>): Shortfall | undefined {
  if (isOpen(status) || status === 'queued' || status === 'completed') return undefined
  const came = result.outputs.filter((output) => output.kind === 'media' && !output.partial).length
  const asked = askedFor(request)
  return came > 0 && came < asked ? { came, asked, missing: asked - came } : undefined
}

/** The same in words. */
export const arrivedWords = ({ came, asked }: Shortfall): string => `${came} of ${asked} arrived`
