import { isIPv4, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+)):\d+$/

const plain = (text: string): string => {
  const [, bracketed, dotted] = WITH_PORT.exec(text) ?? []
  const bare = bracketed ?? dotted ?? text
  return MAPPED.exec(bare)?.[1] ?? bare
}

const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right].map(group =>
    Number.parseInt(group, 16),
  )
}

const network = (address: string, bits: number): string => {
  const kept = groupsOf(address)
    .slice(0, Math.ceil(bits / 16))
    .map((group, at) => group & (0xffff << Math.max(0, 16 * (at + 1) - bits)) & 0xffff)
  return `${kept.map(group => group.toString(16)).join(':')}::/${bits}`
}

/** IPv6 counts by /56, the block that one subscriber gets. */
export const budgetAddress = (text: string): string => {
  const address = plain(text)
  if (isIPv4(address)) return address
  return isIPv6(address) ? network(address, 56) : 'unknown'
}

export const widerNetwork = (text: string): string | null => {
  const address = plain(text)
  return isIPv6(address) ? network(address, 48) : null
}

export const isLoopback = (text: string): boolean => {
  const address = plain(text)
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}
