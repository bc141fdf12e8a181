import { planScene } from '../../picture/scene/plan-scene.ts'
import { seedOf } from '../../seeded-random.ts'
import { soundEffect } from '../../sound/effects/effect.ts'
import { planMusic } from '../../sound/music/plan-music.ts'
import { playMusic } from '../../sound/music/play-music.ts'
import type { Sound } from '../../sound/sound-task.ts'

export const soundRate = 48_000

const isQuiet = (prompt: string) => /\b(silen(t|ce)|mute(d)?|no (sound|audio|music))\b/i.test(prompt)

/** The effect that is heard behind the music: what the scene shows of wind and water. */
const ambience = { sea: 'waves', landscape: 'wind', rain: 'rain' } as const

/**
 * Calm music, in minor where the prompt's scene is dark, with wind or water where the scene has them; silence where the prompt asks for
 * that. The same prompt, seed and length give the same samples.
 */
export function soundtrack(prompt: string, seed: string, seconds: number): Sound {
  const length = Math.round(seconds * soundRate)
  const channels = [new Float32Array(length), new Float32Array(length)]
  if (isQuiet(prompt)) return { rate: soundRate, channels }
  const { isNight, family, rain } = planScene(prompt, seed, 0)
  const own = seedOf(`${seed}/${prompt}/music`)
  const plan = planMusic({ prompt: `calm pad and bells${isNight ? ', minor' : ''}`, seed: own, seconds })
  let at = 0
  for (const block of playMusic(plan, own, soundRate)) {
    for (const [side, samples] of block.entries()) channels[side]?.set(samples, at)
    at += block[0]?.length ?? 0
  }
  const text = rain ? ambience.rain : family === 'sea' || family === 'landscape' ? ambience[family] : undefined
  if (text === undefined) return { rate: soundRate, channels }
  const order = { text, seconds, influence: 1, isLoop: false, seed: own, rate: soundRate }
  const { channels: behind } = soundEffect(order)
  return {
    rate: soundRate,
    channels: channels.map((samples, side) =>
      samples.map((value, index) => value + (behind[side]?.[index] ?? 0) * 0.3),
    ),
  }
}
