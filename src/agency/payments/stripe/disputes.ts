import type { HostedPayments } from '../provider.ts'
import { stripeClient } from './client.ts'

/** After a crash, the call is repeated with the same key and changes nothing. */
const once = (dispute_id: string, what: string) => ({ idempotencyKey: `${dispute_id}/${what}` })

export const contest: HostedPayments['contest'] = async (app, dispute_id, evidence) => {
  const client = await stripeClient(app)
  const upload = async ({ filename, content }: { filename: string; content: Buffer }) => {
    const file = { data: content, name: filename, type: 'application/pdf' }
    const made = await client.files.create({ purpose: 'dispute_evidence', file }, once(dispute_id, filename))
    return made.id
  }
  const binder = evidence.binder && (await upload(evidence.binder))
  const receipt = await upload(evidence.receipt)
  await client.disputes.update(
    dispute_id,
    {
      evidence: {
        customer_name: evidence.customer_name,
        customer_email_address: evidence.customer_email,
        ...(evidence.customer_address !== null && { billing_address: evidence.customer_address }),
        ...(evidence.purchase_address !== null && { customer_purchase_ip: evidence.purchase_address }),
        product_description: evidence.product,
        service_date: evidence.starts,
        ...(binder && { service_documentation: binder }),
        receipt,
        uncategorized_text: evidence.text,
      },
      submit: true,
    },
    once(dispute_id, 'evidence'),
  )
}

export const accept: HostedPayments['accept'] = async (app, dispute_id) => {
  const client = await stripeClient(app)
  await client.disputes.close(dispute_id, {}, once(dispute_id, 'close'))
}
