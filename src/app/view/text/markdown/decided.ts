import type { Fence } from './line-starts.ts'

const containerMarks = /^(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]+\]:)*/
/** Whether the start of a line already tells what the line is, whatever its other characters may be. */
export function isDecided(start: string): boolean {
  const rest = start.slice(containerMarks.exec(start)?.[0].length)
  if (/^(?:[-+*_=|:~`#\s]*|\d{1,9}[.)]?)$/.test(rest)) return false
  // A fence may yet hold what makes it inline code, and a tag may yet be followed by text.
  if (/^(?:`{3}|~{3}|<)/.test(rest)) return false
  // Only a footnote opens something in brackets: what may define a link is a paragraph until it is over.
  return !/^\[(?:$|\^[^\]\s]*\]?$)/.test(rest)
}

/** Whether the start of a line inside a fence could become the line that ends it. */
export function mayEndFence(start: string, { mark }: Fence): boolean {
  return /^ {0,3}(\S)?\1*[ \t]*$/.exec(start)?.[1] === mark || start.trim() === ''
}
