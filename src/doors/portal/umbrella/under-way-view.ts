import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { underWayCard } from '../frame/live-progress.ts'
import type { Screen } from '../frame/screen.ts'
import { stepBody } from '../frame/step-body.ts'
import { say } from '../words/say.ts'
import { chosenCard } from './chosen-card.ts'
import { sentDocuments } from './documents-view.ts'
import type { ReviewContext } from './review-context.ts'

const WORDS = {
  ordering: { heading: 'Your purchase is in progress', progress: 'Starting your order…' },
  reading: {
    heading: 'Your documents are being reviewed',
    progress: 'Reading your documents…',
  },
  issuing: {
    heading: 'Your policy is being issued',
    progress: 'Waiting for the insurance company…',
  },
} as const

const READ_BY_CARRIER =
  'This usually takes a few seconds, and longer if someone at the insurance company has to look at it. You don’t need to do anything, and you can close this page.'
const READ_BY_AGENCY =
  'This usually takes a few seconds, and longer if someone at the agency has to look at it. You don’t need to do anything, and you can close this page.'
const BY_STAFF = 'Someone at the agency is checking this. We’ll email you if we need anything else.'

export const underWayStep = (context: ReviewContext, stage: keyof typeof WORDS, more: Html): Screen => {
  const words = WORDS[stage]
  const [heading, progress] = [say(words.heading), say(words.progress)]
  const isLive = context.session.waiting_on !== 'staff'
  return {
    title: heading,
    live: isLive,
    body: stepBody(
      context,
      {
        heading,
        lede: isLive ? say(stage === 'reading' ? READ_BY_AGENCY : READ_BY_CARRIER) : say(BY_STAFF),
      },
      html`${isLive ? underWayCard(context, progress) : ''}
<p>${say('You’re not covered until your policy is issued.')}</p>
${sentDocuments(context)}
${chosenCard(context)}
${more}`,
    ),
  }
}
