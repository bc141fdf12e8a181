import type { KeyboardEvent } from 'react'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'
import { edgeAt } from '../sound/sound-key.ts'
import type { PlayerGroup } from './player-group.ts'

interface KeyedGroup {
  readonly group: PlayerGroup
  readonly count: number
  /** Frames per second; undefined for sounds. */
  readonly frameRate: number | undefined
}

/** Seconds of J and L. */
const jump = 5

/**
 * Runs the key of a group: Space and K play, J and L go back and on, the arrows by a second, comma
 * and full stop by a frame, M mutes, R repeats, [ and ] a part of a sound, the digits choose who is heard, Home and End go to the ends. False if
 * it is none.
 */
export function playByKey(event: KeyboardEvent, { group, count, frameRate }: KeyedGroup): boolean {
  const press = pressOf(event, { group, count, frameRate })
  if (!press) return false
  event.preventDefault()
  press()
  return true
}

function pressOf(event: KeyboardEvent, { group, count, frameRate }: KeyedGroup): (() => void) | undefined {
  const { heard, loop, length, position } = group.shown()
  const moves = new Map([
    ['Home', () => group.seek(0)],
    ['End', () => group.seek(length)],
    ['ArrowLeft', () => group.move(-1)],
    ['ArrowRight', () => group.move(1)],
  ])
  const move = moves.get(event.key)
  if (move) return hasArrows(event.target) || isModified(event) ? undefined : move
  const letter = letterOf(event)
  // On a control, Space does what the control does.
  if (letter === ' ') return isControl(event.target) ? undefined : group.toggle
  const presses = new Map(
    Object.entries<() => void>({
      k: group.toggle,
      j: () => group.move(-jump),
      l: () => group.move(jump),
      m: () => group.set({ heard: heard === undefined ? 0 : undefined }),
      r: () => group.set({ loop: loop === false }),
      ...(frameRate
        ? { ',': () => group.step(-1, frameRate), '.': () => group.step(1, frameRate) }
        : {
            '[': () => group.set({ loop: edgeAt(loop, 'from', position, length) }),
            ']': () => group.set({ loop: edgeAt(loop, 'to', position, length) }),
          }),
    }),
  )
  const nth = Number(letter)
  return nth >= 1 && nth <= count ? () => group.set({ heard: nth - 1 }) : presses.get(letter ?? '')
}

/** Sliders, lists and radio buttons have their own ends and arrows, and so has what is zoomed. */
const hasArrows = (target: EventTarget) =>
  target instanceof Element && target.closest('input:not([type=checkbox]), select, [data-arrows]') !== null

const isModified = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => ctrlKey || metaKey || altKey || shiftKey

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('button, a, summary, [type=checkbox], [type=radio]') !== null
