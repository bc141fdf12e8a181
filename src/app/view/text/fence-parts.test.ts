import { expect, test } from 'vitest'
import { fenceParts } from './fence-parts.ts'
import { parseBlock } from './parse-block.ts'

test.each([
  '```js\nlet a\n```\n',
  '```js\nlet a\n```',
  '```\n\na\n\n\nb\n\n```\n',
  '~~~ts title="x"\n```\n~~~\n',
  '````\n```\n````  \n',
  '\n\n  ```\n  a\n b\n    c\n  ```\n',
  '```\nnever closed\n',
  '```\nnever closed',
  '```\n```\n',
  '```\n\n```\n',
  '```',
  '```\r\na\r\n\r\nb\r\n```\r\n',
  '```\n    ```\n```\n',
])('%j has the code that the full reader finds in it', (block) => {
  const [node] = parseBlock(block, []).nodes
  const expected = node?.type === 'code' ? { language: node.lang ?? '', code: node.value } : undefined
  const { language, code } = fenceParts(block)
  expect({ language, code }).toEqual({ ...expected, code: expected?.code.replaceAll('\r\n', '\n') })
})
