import type { Contender, Mount } from './contender.ts'

/** The floor: plain text, one element for each block between blank lines. */
export const mount: Mount = (host) => mountPlain(host, /\n{2,}/)

/** Plain text, cut into elements at every `end`. */
export function mountPlain(host: HTMLElement, end: RegExp): Contender {
  let tail = openBlock(host)
  let held = ''
  return {
    append(text) {
      const came = held + text
      // The rest of a blank line may still come.
      const whole = came.search(/\n*$/)
      held = came.slice(whole)
      const [first = '', ...blocks] = came.slice(0, whole).split(end)
      tail.appendData(first)
      for (const block of blocks) {
        tail = openBlock(host)
        tail.appendData(block)
      }
    },
    finish() {},
  }
}

function openBlock(host: HTMLElement): Text {
  const block = document.createElement('div')
  block.className = 'floor-block'
  const text = document.createTextNode('')
  block.append(text)
  host.append(block)
  return text
}
