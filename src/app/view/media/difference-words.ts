import type { Measured } from './measure-difference.ts'
import type { PartDifference } from './pixel-difference.ts'

/** What differs between two pictures, in a sentence or two. `undefined`: it is being found out. */
export function differenceWords(measured: Measured | undefined): string {
  if (measured === undefined) return 'Comparing pixel by pixel…'
  switch (measured.kind) {
    case 'unreadable':
      return 'The browser cannot compare these pictures pixel by pixel.'
    case 'sizes':
      return `Their sizes differ: ${measured.before} and ${measured.after}. One is fitted over the other here, and pixels are not counted.`
    case 'measured': {
      const { kept, edited } = measured.difference
      if (kept.pixels === 0) return editedWords(edited)
      return `${keptWords(kept)} In the marked part: ${editedWords(edited).toLowerCase()}`
    }
  }
}

const whole = (count: number) => count.toLocaleString('en')

function keptWords({ pixels, changed, most }: PartDifference): string {
  if (changed === 0) return `Kept pixels unchanged: all ${whole(pixels)} of them.`
  return `${whole(changed)} of ${whole(pixels)} kept pixels changed, at most by ${most} of 255.`
}

function editedWords({ pixels, changed, most }: PartDifference): string {
  if (changed === 0) return `None of ${whole(pixels)} pixels differs.`
  return `${whole(changed)} of ${whole(pixels)} pixels differ, at most by ${most} of 255.`
}
