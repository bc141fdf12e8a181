import type { Item } from './items.ts'

const escaped = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.codePointAt(0)};`)

/** Everything but to lead the whole page away, before the other texts had their turn. */
const freedom = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups'

/**
 * A document that holds each text as what it is: HTML, in a frame of its own, named by its place in the list. Nothing guards it but the
 * policy it is served with, which such frames inherit; no script puts the texts there, so that Trusted Types have no say.
 */
export function rawDocument(items: readonly Item[], policy: 'guarded' | 'bare'): string {
  const sandbox = policy === 'bare' ? `sandbox="${freedom}"` : ''
  const frames = items.map(
    ({ text }, at) => `<iframe name="${at}" width="60" height="40" ${sandbox} srcdoc="${escaped(text)}"></iframe>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>As it stands</title>${frames.join('\n')}`
}
