import 'streamdown/styles.css'
import { code } from '@streamdown/code'
import { Streamdown } from 'streamdown'
import type { Mount } from './contender.ts'
import { type AnswerProps, mountReact } from './mount-react.tsx'

const plugins = { code }

const Answer = ({ text, streaming }: AnswerProps) => (
  <Streamdown isAnimating={streaming} plugins={plugins}>
    {text}
  </Streamdown>
)

export const mount: Mount = (host) => mountReact(host, Answer)
