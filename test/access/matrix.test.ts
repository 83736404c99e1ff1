import { beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import type { Action } from '../../src/contract/action.ts';
import type { ErrorRow } from '../../src/contract/errors.ts';
import type { Reply } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';
import { bodyOf, makeWorld, secondBodyOf, type World } from './bodies.ts';
import { apiKey, type Credential, everyCredential } from './credentials.ts';
import { answerOf, errorOf, OBJECTS, type ObjectKind, textOf } from './expected.ts';
import type { Fields, Row } from './row.ts';
import { rows, rowsOf } from './rows.ts';
import { hashTables } from './snapshot.ts';

const test = useTestApp({ PROVIDER_PROD: 'sandbox' });
let world: World;
beforeAll(async () => {
  world = await makeWorld(test);
});

/** One call of the matrix: caller, object and expected answer; null is success. */
interface Cell {
  readonly credential: Credential;
  readonly object: ObjectKind;
  readonly answer: ErrorRow | null;
}

describe('the table of who may do what', () => {
  it('has a row for every action and for nothing else', () => {
    expect(Object.keys(rows).sort()).toEqual(actions.map(({ path }) => path).sort());
  });
});

for (const action of actions) {
  for (const row of rowsOf(action.path)) {
    const title = [action.path, row.name].filter(Boolean).join(' ');
    describe(title, () => {
      it('refuses unauthorized callers, and changes nothing', async () => {
        const cells = (await cellsOf(action, row)).filter(({ answer }) => isRefusal(row, answer));
        const bodies = await bodiesOf(row, cells);
        const before = await hashTables(test.database);
        const replies = await Promise.all(
          cells.map((cell) => cell.credential.send(action, bodies.get(keyOf(cell)))),
        );
        expect(await hashTables(test.database)).toEqual(before);
        expect(replies.map((reply, at) => shown(cells[at], reply))).toEqual(cells.map(wanted));
      });

      it('answers authorized callers', async () => {
        const cells = (await cellsOf(action, row)).filter(({ answer }) => !isRefusal(row, answer));
        const replies: Reply[] = [];
        for (const { credential, object } of cells) {
          const body = await bodyOf(world, row, object, credential.environment);
          replies.push(await credential.send(action, body));
        }
        expect(replies.map((reply, at) => shown(cells[at], reply))).toEqual(cells.map(wanted));
      });

      const { second } = row;
      if (!second) return;
      it('treats an object of another store in the body as missing', async () => {
        const others = OBJECTS.filter((object) => object !== 'own');
        const bodies: Fields[] = [];
        for (const object of others) bodies.push(await secondBodyOf(world, second, object));
        const before = await hashTables(test.database);
        const key = apiKey(world.own[row.shared ? 'prod' : 'test']);
        const replies = await Promise.all(bodies.map((body) => key.send(action, body)));
        expect(await hashTables(test.database)).toEqual(before);
        const answer = errorOf(action, second.absent);
        const cells = others.map((object) => ({ credential: key, object, answer }));
        expect(replies.map((reply, at) => shown(cells[at], reply))).toEqual(cells.map(wanted));
      });
    });
  }
}

async function cellsOf(action: Action, row: Row): Promise<Cell[]> {
  const everyone = await everyCredential(world.own, world.staff);
  // Sign-up and login ignore credentials, and take a tenth of a second to hash a password.
  const credentials = action.auth.includes('anonymous')
    ? everyone.filter(({ role }) => role === 'owner' || role === null).slice(-2)
    : everyone;
  const objects = row.access === 'anyone' ? (['own'] as const) : OBJECTS;
  return objects.flatMap((object) =>
    credentials.map((credential) => {
      const answer = answerOf(action, row, credential, object);
      return { credential, object, answer };
    }),
  );
}

/** An action's answer in place of success is meant for authorized callers. */
function isRefusal({ answers = '' }: Row, answer: ErrorRow | null): boolean {
  return answer !== null && answer.code !== answers;
}

/**
 * One body for all refusals on the same kind of object, since they leave it unchanged. Made in turn:
 * on a cluster, statements that give roles could deadlock.
 */
async function bodiesOf(row: Row, cells: readonly Cell[]): Promise<Map<string, Fields>> {
  const distinct = new Map(cells.map((cell) => [keyOf(cell), cell]));
  const made = new Map<string, Fields>();
  for (const [key, { object, credential }] of distinct) {
    made.set(key, await bodyOf(world, row, object, credential.environment));
  }
  return made;
}

function keyOf({ object, credential }: Cell): string {
  return `${object} ${credential.environment}`;
}

/** One line per call, so that a failure shows all calls that differ. */
function shown(cell: Cell | undefined, { status, text }: Reply): string {
  return line(cell, `${status} ${status === 200 ? 'data' : text}`);
}

function wanted(cell: Cell): string {
  const { answer } = cell;
  return line(cell, answer ? `${answer.status} ${textOf(answer)}` : '200 data');
}

function line(cell: Cell | undefined, answer: string): string {
  return `${cell?.credential.name}, ${cell?.object}: ${answer}`;
}
