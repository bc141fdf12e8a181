import type { Mount } from './contender.ts'

/** The floor: plain text, one element for each block between blank lines. */
export const mount: Mount = (host) => {
  let tail = openBlock(host)
  let held = ''
  return {
    append(text) {
      const came = held + text
      // The rest of a blank line may still come.
      const end = came.search(/\n*$/)
      held = came.slice(end)
      const [first = '', ...blocks] = came.slice(0, end).split(/\n{2,}/)
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
