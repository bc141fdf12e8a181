import { marked } from 'marked'
import { memo, useMemo } from 'react'
import ReactMarkdown from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import type { Mount } from './contender.ts'
import { type AnswerProps, mountReact } from './mount-react.tsx'

const remarkPlugins = [remarkGfm]
const rehypePlugins = [rehypeHighlight]

const Block = memo(({ text }: { text: string }) => (
  <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins}>
    {text}
  </ReactMarkdown>
))

/** The recipe of the AI SDK's cookbook: the text is cut into blocks, and a block that did not change is not rendered again. */
function Answer({ text }: AnswerProps) {
  const blocks: string[] = useMemo(() => marked.lexer(text).map(({ raw }: { raw: string }) => raw), [text])
  // biome-ignore lint/suspicious/noArrayIndexKey: a block has no other name, and none is ever moved.
  return blocks.map((block, index) => <Block key={index} text={block} />)
}

export const mount: Mount = (host) => mountReact(host, Answer)
