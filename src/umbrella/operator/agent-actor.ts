import { type AgentCaller, type ConsentingActor, ownerOf } from '../intake/intake.ts'
import type { CallerWording } from '../intake/wrong-state.ts'
import { chooseAgain, whatToDo } from './session-words.ts'

export const agentWords: CallerWording = {
  howToChange: 'send a draft (POST /api/agent/umbrella/draft), which is then reviewed and quoted again',
  howToChooseAgain: chooseAgain('buyer', 'POST /api/agent/umbrella/select'),
  howToStartAgain: 'send draft without a uid (POST /api/agent/umbrella/draft)',
  whatNext: whatToDo,
}

export const agentActor = (caller: AgentCaller): ConsentingActor => ({
  kind: 'operator',
  words: agentWords,
  witness: {
    givenBy: ownerOf(caller),
    proof: 'operator_attestation',
    address: caller.address,
    userAgent: caller.userAgent,
  },
})
