import type { Followed, PlaybackShown } from '../player/playback.ts'
import type { PlayerGroup } from './player-group.ts'

/** A group as the playback that a waveform follows. Volume and muting are the group's own. */
export function groupPlayback(group: PlayerGroup): Followed {
  const { watch, seek } = group
  const time = () => group.shown().position
  let last: PlaybackShown | undefined
  return {
    watch,
    time,
    seek,
    set: ({ speed, loop }) => group.set({ ...(speed !== undefined && { speed }), ...(loop !== undefined && { loop }) }),
    watchTime: (listener) => watch(() => listener(time())),
    shown() {
      const { playing, speed, loop, length: seconds } = group.shown()
      if (last?.playing !== playing || last.speed !== speed || last.loop !== loop || last.seconds !== seconds)
        last = { playing, seconds, speed, loop, volume: 1, muted: false, failed: false }
      return last
    },
  }
}
