import { isRecord } from '#contract/core/loose-json.ts'
import { isEndpoint } from '#contract/routes.ts'
import type { Card, LiveRequest } from '../../collections/collection.ts'
import { marksIn } from '../../run/file-marks.ts'
import { nameOf } from '../../run/history/matches.ts'
import { newId } from '../../run/new-id.ts'
import type { Run } from '../../run/run.ts'
import { shortly } from '../../ui/format.ts'
import { openShared } from '../again/open-request.ts'
import type { Tool } from '../tools.ts'

export const cardKinds = { both: 'Both', live: 'Live', recording: 'Recording' } as const
export type CardKind = keyof typeof cardKinds

export const kindOfCard = ({ live, run }: Card): CardKind =>
  live === undefined ? 'recording' : run === undefined ? 'live' : 'both'

/** What a live card sends for a run; undefined where that would leave out files, or the messages before the last one. */
export function liveOf(tools: readonly Tool[], { endpoint, tool, request, parts }: Run): LiveRequest | undefined {
  if (!isRecord(request) || !isEndpoint(endpoint) || parts !== undefined || marksIn(request).length > 0)
    return undefined
  const live = { endpoint, request, ...(tool !== undefined && { tool }) }
  return openShared(tools, live)?.leavesOut === false ? live : undefined
}

/** Why not, as the end of a sentence. */
export const whyNotLive = 'cannot be live: a live card has no files and no earlier messages.'

/** Only a completed run can be replayed. */
export const canRecord = ({ status }: Pick<Run, 'status'>): boolean => status === 'completed'

/** A run as a card of a kind, as far as it can be one; undefined where it cannot. */
export function cardOf(tools: readonly Tool[], run: Run, kind: CardKind): Card | undefined {
  const live = kind === 'recording' ? undefined : liveOf(tools, run)
  const recorded = kind !== 'live' && canRecord(run)
  if (!live && !recorded) return undefined
  const title = shortly(nameOf(run), 80)
  return { id: newId(), title, note: '', ...(live && { live }), ...(recorded && { run: run.id }) }
}
