import { POLL } from '../../wire/follow-up.ts'
import type { ReviewedDoor } from '../operator/status-words.ts'

export const shopperOperations = ['patch', 'select', 'bind', 'attach', 'issues', 'policy', 'none'] as const

type Operation = (typeof shopperOperations)[number]

export const shopperDoor = (uid: string): ReviewedDoor<Operation> => ({
  calls: {
    answer: 'patch',
    submit: 'patch',
    choose: 'select',
    buy: 'bind',
    attach: 'attach',
    poll: 'issues',
    reopen: 'none',
    read: 'policy',
    none: 'none',
  },
  words: {
    person: 'person',
    send: 'send',
    Send: 'Send',
    uid: '',
    confirm: 'confirm_submission',
    answer: 'patch',
    again: 'start a new prefill',
    reopen: 'The person can start a new prefill.',
    quote_again: 'If the person still wants coverage, start a new prefill.',
    requests: `POST /api/intake/${uid}/policy/requests`,
    poll: POLL,
  },
})

export const WAIT_FOR_PERSON: { operation: Operation; description: string } = {
  operation: 'issues',
  description: 'Wait for the person. Poll without sending anything again.',
}

export const CONFIRM_THERE =
  'The person has opened the review page. Tell them to confirm the application there. Do not send the submission again; poll with poll_request.'

const PATHS: Record<Operation, string | null> = {
  patch: 'PATCH /api/intake/{uid}',
  select: 'POST /api/intake/{uid}/select',
  bind: 'POST /api/intake/{uid}/bind',
  attach: 'POST /api/intake/{uid}/attach',
  issues: 'GET /api/intake/{uid}/issues',
  policy: 'GET /api/intake/{uid}/policy',
  none: null,
}

export const actionWords = ({
  operation,
  description,
}: {
  operation: Operation
  description: string
}): string => {
  const path = PATHS[operation]
  return path === null ? description : `${description} (${path})`
}
