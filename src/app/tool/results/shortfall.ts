import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { askedFor } from './slots.ts'

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
  if (isOpen(status) || status === 'completed') return undefined
  const came = result.outputs.filter((output) => output.kind === 'media' && !output.partial).length
  const asked = askedFor(request)
  return came > 0 && came < asked ? { came, asked, missing: asked - came } : undefined
}

/** The same in words. */
export const arrivedWords = ({ came, asked }: Shortfall): string => `${came} of ${asked} arrived`
