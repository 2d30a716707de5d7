const OPERATOR_COMMANDS = ['login', 'logout', 'quote', 'status', 'watch', 'buy', 'calc'] as const

export type OperatorCommandName = (typeof OPERATOR_COMMANDS)[number]

export const isForOperators = (name: string | undefined): name is OperatorCommandName =>
  OPERATOR_COMMANDS.some(one => one === name)
