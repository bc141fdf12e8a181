import { CircleOff, Plus, ShieldAlert } from 'lucide-react'
import { isJob } from '#contract/core/statuses.ts'
import { endpointOf } from '#contract/endpoints.ts'
import { requestPrice } from '#contract/models/prices.ts'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { Button } from '../../ui/button/button.tsx'
import { onFirstPress } from '../../ui/keys/first-press.ts'
import { useHasPrices } from '../../ui/on-stage.ts'
import { askedFor, fieldsOf } from '../asked.ts'
import { useModelCard } from '../models/model-facts.ts'

interface RunMissingProps {
  readonly run: Run
  /** Sends the request again with `n` set to `missing`: a new paid run. */
  readonly onRun: (missing: number, price: string) => void
}

/** A button that requests the missing pictures of a run, with the price. Renders nothing if all or none arrived. */
export function RunMissing({ run, onRun }: RunMissingProps) {
  const card = useModelCard(run.model)
  const hasPrices = useHasPrices()
  const short = shortfallOf(run)
  if (!short) return null
  const { missing } = short
  const price = hasPrices
    ? requestPrice(endpointOf(run.endpoint)?.estimate, card, { ...fieldsOf(run), n: missing })
    : ''
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button icon={<Plus size={16} />} {...onFirstPress(() => onRun(missing, price))}>
        {missing === 1 ? 'Run the missing one' : `Run the ${missing} missing ones`}
      </Button>
      <span className="text-faint text-xs">{price}</span>
    </div>
  )
}

interface Shortfall {
  readonly came: number
  readonly asked: number
  readonly missing: number
}

/** The shortfall of an ended run with some, but not all, of its pictures; otherwise undefined. */
export function shortfallOf(run: Pick<Run, 'status' | 'request' | 'parts' | 'result'>): Shortfall | undefined {
  const { status, result } = run
  if (isOpen(status) || isJob(status) || status === 'completed') return undefined
  const came = result.outputs.filter((output) => output.kind === 'media' && !output.partial).length
  const asked = askedFor(run)
  return came > 0 && came < asked ? { came, asked, missing: asked - came } : undefined
}

export const arrivedWords = ({ came, asked }: Shortfall): string => `${came} of ${asked} arrived`

/** A notice for a run refused by moderation, where the same prompt would be refused again. */
export function ModerationNote({ run }: { readonly run: Run }) {
  if (!isModerated(run)) return null
  return (
    <p className="flex items-center gap-2 text-sm text-warning">
      <ShieldAlert size={16} className="shrink-0" />
      <span>Blocked by moderation. Change the prompt instead of running it again.</span>
    </p>
  )
}

/** Providers report moderation in the error's code, its type or its message. */
const words =
  /moderation|content[_ ]?(?:policy|filter)|safety[_ ]?(?:system|violation|filter)|policy[_ ]violation|image_blocked/i

export function isModerated({ status, reason, result: { error } }: Pick<Run, 'status' | 'reason' | 'result'>): boolean {
  // Our own code for a reply without a reason.
  if (error?.code === 'no_image') return false
  if (status !== 'refused' && status !== 'failed' && status !== 'incomplete') return false
  return words.test([error?.code, error?.type, error?.message, reason].filter(Boolean).join(' '))
}

export function NoResult({ run: { status }, what }: { readonly run: Run; readonly what: 'image' | 'video' | 'sound' }) {
  if (status !== 'completed' && status !== 'unconfirmed') return null
  return (
    <p className="flex items-center gap-2 text-sm text-warning">
      <CircleOff size={16} className="shrink-0" />
      <span>The reply contains no {what}. See the inspector for its content.</span>
    </p>
  )
}
