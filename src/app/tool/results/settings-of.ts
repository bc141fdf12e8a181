import type { Run } from '../../run/run.ts'

/** What has a place of its own, or says how the reply travels rather than what is drawn. */
const elsewhere = new Set(['model', 'prompt', 'images', 'image', 'mask', 'stream', 'partial_images', 'user'])

/** What was asked for beside the model and the prompt, in the order in which it was sent. */
export function settingsOf({ request }: Pick<Run, 'request'>): Readonly<Record<string, unknown>> {
  if (typeof request !== 'object' || request === null) return {}
  return Object.fromEntries(Object.entries(request).filter(([name]) => !elsewhere.has(name)))
}

/** The same in one line: the names stand where the value alone would not say what it is. */
export function settingsLine(run: Pick<Run, 'request'>): string {
  return Object.entries(settingsOf(run))
    .map(([name, value]) => {
      const told = typeof value === 'object' ? JSON.stringify(value) : String(value)
      if (name === 'n') return value === 1 ? '1 image' : `${told} images`
      return (name === 'size' && told !== 'auto') || name === 'output_format'
        ? told
        : `${name.replaceAll('_', ' ')} ${told}`
    })
    .join(' · ')
    .slice(0, 400)
}
