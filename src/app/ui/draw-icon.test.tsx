import { createLucideIcon, type IconNode } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { drawIcon } from './draw-icon.ts'

const attributesOf = (markup: string) => [...markup.matchAll(/ [a-z-]+="[^"]*"/gi)].map(([one]) => one).sort()

test.each([{}, { size: 16, strokeWidth: 1.5, className: 'text-faint' }, { size: 18, 'aria-hidden': true }])(
  'the built app draws an icon as lucide-react does: %j',
  (props) => {
    const path = { d: 'm6 9 6 6 6-6', key: 'one' }
    const node: IconNode = [['path', path]]
    const ours = renderToStaticMarkup(createElement(drawIcon({ name: 'chevron-down', node: [['path', path]] }), props))
    const theirs = renderToStaticMarkup(createElement(createLucideIcon('chevron-down', node), props))
    expect(attributesOf(ours)).toEqual(attributesOf(theirs))
  },
)
