import { createBill, currentBillIn, saveBill, validateBill, type Bill } from '@/api/bills';
import { ApiProblem } from '@/api/problem';
import { SERVER_BACK } from '@/lib/serverEvents';
import { bodyOf, type Draft } from '../draft/draft';
import { saysTheSame } from '../draft/meaning';
import { problemsByPlace } from '../draft/problems';
import { entryOf, type Journal } from './journal';
import {
  checked,
  edited,
  isLocked,
  isUnsaved,
  withServerVersion,
  missingFor,
  refused,
  resolved,
  saved,
  saving,
  sending,
  type Machine,
  type Phase,
} from './machine';
import { timer } from './timer';

/** A pause in typing that is long enough to save. */
const PAUSE_MS = 600;
const JOURNAL_PAUSE_MS = 150;
const OFFLINE_RETRY_MS = 10_000;
/** The first wait after the server was too busy; each further one is twice as long. */
const BUSY_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60_000;

interface Surroundings {
  readonly personId: string;
  readonly journal: Journal;
  readonly now: () => Date;
  /** The server has a new version of the bill. */
  readonly onSaved: (bill: Bill) => void;
  /** Changes from elsewhere appeared on the screen. */
  readonly onMerged: () => void;
}

/** Runs the machine of one bill: makes the calls that it asks for, one at a time, and journals. */
export class Engine {
  private state: Machine;
  private readonly around: Surroundings;
  private readonly listeners = new Set<() => void>();
  private requestUnderWay = false;
  private touched: boolean;
  private journalWorks = true;
  private lastFailure: ApiProblem | undefined;
  /** The editor has been left. An answer that is still to come changes nothing but its own journal. */
  private disposed = false;
  private readonly id = crypto.randomUUID();
  /** How many saves in a row the server was too busy for. */
  private busyAnswers = 0;
  private readonly pause = timer(() => this.saveAfterPause());
  private readonly journalPause = timer(() => this.writeDown());
  private readonly retry = timer(() => this.save());

  /** `restored`: the draft comes from the journal, so that it is unsaved from the start. */
  constructor(initial: Machine, around: Surroundings, restored: boolean) {
    this.state = initial;
    this.around = around;
    this.touched = restored;
  }

  readonly machine = (): Machine => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** A change by the person, at places where what was found wrong may no longer be so. */
  readonly edit = (change: (draft: Draft) => Draft, ...places: string[]) => {
    const next = edited(this.state, change, places);
    if (next === this.state) return;
    this.setState(next);
    // Folding the rows of a read-only bill is not saved.
    if (isLocked(this.state)) return;
    this.touched = true;
    this.journalPause.start(JOURNAL_PAUSE_MS);
    this.pause.start(PAUSE_MS);
  };

  /** Saves at once what waits for a pause: the person left a field, or asks to try again. */
  readonly save = () => {
    this.pause.stop();
    // A send can fail though nothing was typed.
    if (this.touched || this.state.phase.kind !== 'resting') this.setState(saving(this.state));
  };

  /** A server that is too busy is not asked again for each pause in typing, but when the wait is over. */
  private saveAfterPause() {
    const busy = this.state.phase.kind === 'failed' && willRetry(this.state);
    if (!busy) this.save();
  }

  /** Another version of the bill was seen on the server. */
  readonly mergeServerVersion = (bill: Bill) => {
    const { base, phase } = this.state;
    if (base === null || phase.kind !== 'resting' || bill.version <= base.bill.version) return;
    this.answered(withServerVersion(this.state, bill));
  };

  readonly resolve = (theirsFor: ReadonlySet<string>) => {
    this.setState(resolved(this.state, theirsFor));
    this.save();
  };

  /** Saves whatever is unsaved. Answers whether the server now has all that is on the screen. */
  readonly settle = async (): Promise<boolean> => {
    this.save();
    while (this.machine().phase.kind === 'saving') {
      // oxlint-disable-next-line no-await-in-loop -- each answer may call for another save
      await this.nextChange();
      if (this.machine().phase.kind === 'resting') this.save();
    }
    // What can no longer be edited is shown as the server has it.
    if (isLocked(this.state)) return true;
    return this.machine().phase.kind === 'resting' && !isUnsaved(this.state);
  };

  /** Asks the server what keeps the saved bill from being sent, and shows it at the fields. */
  readonly validate = async () => {
    const { base } = this.state;
    if (base === null) throw new Error('only a saved bill can be validated');
    const found = await validateBill(base.bill.id);
    this.setState(checked(this.state, problemsByPlace(found.problems, base.mine)));
    return found;
  };

  /** Sends for approval. Answers why that did not work, or nothing where it did. */
  readonly send = async (leftOutFromHome: boolean): Promise<ApiProblem | undefined> => {
    this.edit((draft) =>
      draft.leftOutFromHome === leftOutFromHome ? draft : { ...draft, leftOutFromHome },
    );
    this.pause.stop();
    this.setState(sending(this.state));
    this.lastFailure = undefined;
    while (this.machine().phase.kind === 'saving') {
      // oxlint-disable-next-line no-await-in-loop -- waits for the one answer
      await this.nextChange();
    }
    return this.lastFailure;
  };

  /** Listens to browser events until the returned function is called, which saves or journals the rest. */
  readonly attach = (): (() => void) => {
    const leave = () => {
      this.save();
      this.writeDown();
    };
    const warn = (event: BeforeUnloadEvent) => {
      this.writeDown();
      if (!this.journalWorks) event.preventDefault();
    };
    this.disposed = false;
    window.addEventListener('online', this.save);
    window.addEventListener(SERVER_BACK, this.save);
    window.addEventListener('pagehide', leave);
    window.addEventListener('beforeunload', warn);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('online', this.save);
      window.removeEventListener(SERVER_BACK, this.save);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', leave);
      leave();
      this.disposed = true;
      this.stopTimers();
    };
  };

  /** Drops what is typed and not saved. */
  readonly forget = () => {
    this.stopTimers();
    this.touched = false;
    this.writeDown();
  };

  private stopTimers() {
    this.pause.stop();
    this.journalPause.stop();
    this.retry.stop();
  }

  private setState(next: Machine) {
    if (next === this.state) return;
    const before = this.state.phase;
    this.state = next;
    const { phase } = next;
    if (phase.kind === 'saving' && !this.requestUnderWay) void this.request();
    // Typing goes on while a save waits for its next try.
    if (phase !== before) {
      this.retry.stop();
      if (!this.disposed && willRetry(next)) this.retry.start(this.retryDelay(phase));
    }
    for (const listener of this.listeners) listener();
  }

  private retryDelay(phase: Phase): number {
    if (phase.kind !== 'failed') return OFFLINE_RETRY_MS;
    const wait = Math.min(BUSY_RETRY_MS * 2 ** this.busyAnswers, LONGEST_RETRY_MS);
    return Math.max(wait, (phase.problem.retryAfter_s ?? 0) * 1000);
  }

  private nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        stop();
        resolve();
      });
    });
  }

  private async request() {
    const { base, key, phase } = this.state;
    if (phase.kind !== 'saving') return;
    this.requestUnderWay = true;
    // Should the browser end now, the next one knows what the server may have.
    this.writeDown();
    const { personId } = this.around;
    const body = bodyOf(phase.sent);
    try {
      const { bill, made } =
        base === null
          ? await createBill(personId, body, key)
          : await this.put(base.bill, phase.sending ? { ...body, state: 'PENDING' } : body);
      this.requestUnderWay = false;
      this.busyAnswers = 0;
      this.answered(saved(this.state, bill, made), bill);
    } catch (error) {
      this.requestUnderWay = false;
      const problem = problemIn(error);
      const bill = currentBillIn(problem);
      this.lastFailure = problem;
      const next = refused(this.state, problem, bill);
      this.answered(next, bill);
      if (willRetry(next)) this.busyAnswers += 1;
      // Sending was refused, which the dialog tells; the draft itself is as saved as it was.
      if (phase.sending && problem.status === 422) {
        this.setState(saving(this.state));
      }
    }
  }

  private async put({ id, version }: Bill, body: ReturnType<typeof bodyOf>) {
    const bill = await saveBill(this.around.personId, id, { ...body, version });
    return { bill, made: true };
  }

  /** Tells what came in, journals what is left, and goes on with what was typed meanwhile. */
  private answered(next: Machine, bill?: Bill) {
    const before = this.state.draft;
    this.setState(next);
    const { phase, draft, problems } = this.state;
    this.writeDown();
    if (bill !== undefined) this.around.onSaved(bill);
    if (phase.kind !== 'resting' || this.disposed) return;
    if (!saysTheSame(before, draft)) this.around.onMerged();
    if (isUnsaved(this.state) && missingFor(draft) === undefined) this.pause.start(PAUSE_MS);
    if (Object.keys(problems).length > 0) void this.validate().catch(() => undefined);
  }

  private writeDown() {
    this.journalPause.stop();
    const { base, phase, draft } = this.state;
    const { journal, now } = this.around;
    const subject = base?.bill.id ?? 'new';
    // A new bill that was begun in another editor is still to be made.
    if (base !== null && journal.own('new')?.entry.by === this.id) journal.clear('new');
    const typed = phase.kind === 'over' ? phase.typed : isUnsaved(this.state) ? draft : null;
    this.journalWorks = true;
    if (!this.touched || typed === null) this.clear(subject);
    // What an editor has left unsaved is in the journal since it was left.
    else if (!this.disposed) {
      const entry = entryOf({ ...this.state, draft: typed }, now().toISOString(), this.id);
      this.journalWorks = journal.write(subject, entry);
    }
  }

  /** The bill may be open anew in this tab, with a journal of its own under the same name. */
  private clear(subject: string) {
    const { journal } = this.around;
    if (!this.disposed || journal.own(subject)?.entry.by === this.id) journal.clear(subject);
  }
}

/** Whether a save that failed is tried again without being asked for: the reason will pass. */
export function willRetry({ phase }: Machine): boolean {
  if (phase.kind === 'offline') return true;
  const status = phase.kind === 'failed' ? phase.problem.status : undefined;
  return status !== undefined && (status === 429 || status >= 500);
}

function problemIn(error: unknown): ApiProblem {
  return error instanceof ApiProblem
    ? error
    : new ApiProblem(
        { errorKey: 'contactAdmin', message: String(error), fields: [] },
        {
          status: 500,
          cause: error,
        },
      );
}
