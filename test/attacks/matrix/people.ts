import { attack, e2e, type MatrixPart, row } from './row.ts'

/** What a page in a browser may try. */
export const webPage: MatrixPart = {
  heading: 'A web page in your browser',
  rows: [
    row(
      'DNS rebinding',
      'Host is matched whole, before the body',
      e2e('access'),
      'refuses a foreign Host at',
      '5 hosts at 7 doors',
    ),
    row(
      'Two Hosts, an absolute address',
      '403',
      e2e('access'),
      'refuses two Hosts and an absolute address',
      '2 at 7 doors',
    ),
    row(
      'Cross-origin calls, a null Origin',
      'Origin is matched whole, before the body',
      e2e('access'),
      'refuses foreign and null Origins',
      '3 at 7 doors',
    ),
    row(
      'Bodies a form can send',
      '415 unless declared as JSON',
      e2e('access'),
      'to a body a form could send',
      '3 types at 2 doors',
    ),
    row(
      'Markup and scripts in data shown by the dashboard',
      'Texts stay texts; the policy allows our own script alone',
      e2e('dashboard-hostile'),
      'the policy refuses markup made of data',
      'every view',
    ),
  ],
}

/** What another account, or the owner of the disk, may try. */
export const otherUser: MatrixPart = {
  heading: 'Another user, or whoever has the disk',
  rows: [
    row(
      'Calls from another account',
      'With a token set every route asks for it; a wrong one opens nothing',
      attack('strangers'),
      'another user on the machine',
      'every route, 5 ways',
    ),
    row(
      'A token with too small a scope',
      'Each operation says its scope',
      e2e('tokens'),
      'takes a token of scope',
      'every operation',
    ),
    row(
      'A revoked token',
      'Refused, also where none is needed',
      e2e('tokens'),
      'a revoked token opens nothing',
      '1',
    ),
    row(
      'Another team on the same daemon',
      'Namespaces share nothing',
      e2e('namespaces'),
      'shows another namespace nothing of it',
      'every operation',
    ),
    row(
      'Opening to the network by accident',
      'Refused without a token',
      e2e('access'),
      'will not open itself to the network',
      '1',
    ),
    row(
      'Reading the files',
      'Files 0600, folders 0700, whatever the umask',
      attack('privacy'),
      'a stolen or shared disk',
      'every file of a used home',
    ),
    row(
      'Keys in files, logs, answers, metrics, process lists',
      'Keys come from the environment and stay there',
      attack('privacy'),
      'keys of providers, servers and models',
      '7 canaries',
    ),
    row(
      'Commands and secrets by way of a shared configuration',
      'Addresses only, and no variable but those made for it',
      'src/config/shared.test.ts',
      'refuses $toml',
      '9 texts',
    ),
    row(
      'The text of a token in the ledger',
      'Its name alone is written',
      e2e('tokens'),
      'writes the name of the token',
      '1',
    ),
  ],
}
