import { useMemo } from 'react'
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
  /** Compares what the result lacks of the original too. */
  readonly hasRemoved: boolean
}

/** The recording that a run was given, and what it made of it, at the same position and level, and what changed. */
export function OriginalAndResult({ original, result, hasRemoved }: OriginalAndResultProps) {
  const [before, after] = [useSoundFacts(original.blob, original.type), useSoundFacts(result.blob, result.type)]
  const removed = useRemoved(
    { blob: original.blob, facts: hasRemoved ? before : undefined },
    { blob: result.blob, facts: after },
  )
  const wav = removed.kind === 'removed' ? removed.wav : undefined
  const difference = useMemo(() => wav && { blob: wav, type: 'audio/wav', size: wav.size }, [wav])
  const media: readonly ComparedMedium[] = [
    { key: 'original', name: 'Original', file: original },
    { key: 'result', name: 'Result', file: result },
    ...(difference ? [{ key: 'removed', name: 'Removed', file: difference, level: 'own' as const }] : []),
  ]
  // While it is computed, there is a place for what was removed.
  const height = hasRemoved && removed.kind === 'working' ? 'min-h-106 coarse:min-h-119' : ''
  return (
    <div className={`grid grid-cols-1 content-start gap-2 ${height}`}>
      <ComparePlayers media={media} heard={1} />
      <div className="grid gap-1 text-soft text-xs">
        {before && after ? <Changes {...{ before, after }} /> : <p className="min-h-4" />}
        {hasRemoved && <p>{removedWords(removed)}</p>}
      </div>
    </div>
  )
}

function Changes({ before, after }: { readonly before: SoundFacts; readonly after: SoundFacts }) {
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

function removedWords(removed: Removed): string {
  switch (removed.kind) {
    case 'working':
      return 'Computing what was removed…'
    case 'removed':
      return 'Removed: original minus result, mono, original level.'
    case 'none':
      return `What was removed cannot be played: ${removed.why}.`
  }
}
