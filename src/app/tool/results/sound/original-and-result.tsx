import type { ReactNode } from 'react'
import type { SoundFacts } from '#media/audio/sound-facts.ts'
import { ComparePlayers } from '../../../view/media/compare/compare-players.tsx'
import type { ComparedMedium } from '../../../view/media/compare/compared-medium.tsx'
import { padding, type Removed, useRemoved } from '../../../view/media/compare/use-removed.ts'
import type { MediaFile } from '../../../view/media/media-file.tsx'
import { useSoundFacts } from '../../../view/media/sound/load-sound-facts.ts'
import { channelWords, lengthWords, rateWords } from '../../../view/media/sound/sound-words.ts'

interface OriginalAndResultProps {
  readonly original: MediaFile
  readonly result: MediaFile
}

/** The recording that a run was given, and what it made of it, at the same position and level, and what changed. */
export function OriginalAndResult({ original, result }: OriginalAndResultProps) {
  const [before, after] = [useSoundFacts(original.blob, original.type), useSoundFacts(result.blob, result.type)]
  return (
    <Compared {...{ original, result }}>
      <Changes {...{ before, after }} />
    </Compared>
  )
}

/** The same with what the result lacks of the original. */
export function OriginalResultRemoved({ original, result }: OriginalAndResultProps) {
  const [before, after] = [useSoundFacts(original.blob, original.type), useSoundFacts(result.blob, result.type)]
  const removed = useRemoved({ blob: original.blob, facts: before }, { blob: result.blob, facts: after })
  return (
    <Compared {...{ original, result, removed }}>
      <Changes {...{ before, after }} />
      <RemovedNote removed={removed} />
    </Compared>
  )
}

interface ComparedProps extends OriginalAndResultProps {
  readonly removed?: Removed
  readonly children: ReactNode
}

function Compared({ original, result, removed, children }: ComparedProps) {
  const media: readonly ComparedMedium[] = [
    { key: 'original', name: 'Original', file: original },
    { key: 'result', name: 'Result', file: result },
    ...(removed?.kind === 'removed'
      ? [{ key: 'removed', name: 'Removed', file: wavFile(removed.wav), level: 'own' as const }]
      : []),
  ]
  return (
    // While it is computed, there is a place for what was removed.
    <div
      className={`grid grid-cols-1 content-start gap-2 ${removed?.kind === 'working' ? 'min-h-106 coarse:min-h-119' : ''}`}
    >
      <ComparePlayers media={media} heard={1} />
      <div className="grid gap-1 text-soft text-xs">{children}</div>
    </div>
  )
}

const files = new WeakMap<Blob, MediaFile>()

/** Keeps its identity for a Blob. */
function wavFile(blob: Blob): MediaFile {
  const file = files.get(blob) ?? { blob, type: 'audio/wav', size: blob.size }
  files.set(blob, file)
  return file
}

interface ChangesProps {
  readonly before: SoundFacts | undefined
  readonly after: SoundFacts | undefined
}

/** What changed beside the sound itself. */
function Changes({ before, after }: ChangesProps) {
  if (!before || !after) return <p className="min-h-4" />
  const changes = changesOf(before, after)
  return (
    <>
      {before.isVideo && !after.isVideo && <p>The original is a video. The result is audio only.</p>}
      <p className="min-h-4">
        {changes.length > 0
          ? `Changed: ${changes.join(' · ')}`
          : 'Length, sample rate and channels are those of the original.'}
      </p>
    </>
  )
}

/** What differs between two sounds, from the first to the second. @internal */
export function changesOf(before: SoundFacts, after: SoundFacts): readonly string[] {
  const { seconds: was = 0 } = before
  const { seconds: is = 0 } = after
  return [
    ...(Math.abs(was - is) > padding ? [`length ${lengthWords(was)} → ${lengthWords(is)}`] : []),
    ...(before.rate && after.rate && before.rate !== after.rate
      ? [`sample rate ${rateWords(before.rate)} → ${rateWords(after.rate)}`]
      : []),
    ...(before.channels && after.channels && before.channels !== after.channels
      ? [`${channelWords(before.channels)} → ${channelWords(after.channels)}`]
      : []),
  ]
}

function RemovedNote({ removed }: { readonly removed: Removed }) {
  switch (removed.kind) {
    case 'working':
      return <p>Computing what was removed…</p>
    case 'removed':
      return <p>Removed: original minus result, mono, original level.</p>
    case 'none':
      return <p>What was removed cannot be played: {removed.why}.</p>
  }
}
