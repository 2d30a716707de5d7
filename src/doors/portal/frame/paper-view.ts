import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { say } from '../words/say.ts'

type Paper = { isOnPaper: boolean; action: string; token: Html }

/** E-SIGN, 15 U.S.C. 7001(c): a person can withdraw electronic delivery at any time. */
export const paperView = ({ isOnPaper, action, token }: Paper): Html =>
  isOnPaper
    ? html`<p class="callout info">${say('You withdrew your consent to electronic delivery. We send your documents and legal notices by postal mail, free of charge.')}</p>`
    : html`<details class="known on-screen"><summary>${say('Get your documents by postal mail')}</summary>
<form method="post" action="${action}">${token}
<p>${say('We email you your documents and legal notices. To get them by postal mail instead, free of charge, withdraw your consent to electronic delivery. What you’ve already signed stays valid.')}</p>
<p><button class="secondary">${say('Send my documents by postal mail')}</button></p>
</form>
</details>`
