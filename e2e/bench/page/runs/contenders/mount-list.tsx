import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { settled } from '../../waiting.ts'

/** Draws a list with React and gives its box. */
export async function mountList(host: HTMLElement, list: ReactElement): Promise<HTMLElement> {
  createRoot(host).render(list)
  await settled()
  const box = host.querySelector('[role=listbox]')
  if (!(box instanceof HTMLElement)) throw new Error('no list')
  return box
}
