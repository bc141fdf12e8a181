import 'streamdown/styles.css'
import { Streamdown } from 'streamdown'
import type { Mount } from './contender.ts'
import { type AnswerProps, mountReact } from './mount-react.tsx'

const Answer = ({ text, streaming }: AnswerProps) => <Streamdown isAnimating={streaming}>{text}</Streamdown>

export const mount: Mount = (host) => mountReact(host, Answer)
