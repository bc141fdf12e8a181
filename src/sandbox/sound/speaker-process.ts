import { servePool } from '../serve-pool.ts'
import { type SpeakerReply, type SpeakerRequest, speak } from './speaker.ts'

servePool<SpeakerRequest, SpeakerReply>(5, (request) => speak(request))
