import type { Stop } from './list-file.ts'

export type OperatorApproval = 'auto' | 'desk'

export const readOperatorApproval = (
  text: string | undefined,
  { production, stop }: { production: boolean; stop: Stop },
): OperatorApproval => {
  const value = text || (production ? 'desk' : 'auto')
  return value === 'auto' || value === 'desk'
    ? value
    : stop(`OPERATOR_APPROVAL must be auto or desk, not "${value}".`)
}
