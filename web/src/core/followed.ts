// SPDX-License-Identifier: MIT
// A match that another party judges, by its handle: src/wasm/page_follow.c.

import { CoreMatch, Handle } from "./match";
import { type Face, type Followed, isRefusal, type Match, type Refusal, type Seat } from "./types";

const NOBODY = 255;

function bitsOf(seats: Seat[]): number {
  return seats.reduce((set, seat) => set | (1 << seat), 0);
}

export class CoreFollowed extends Handle implements Followed {
  #told(answer: number): boolean {
    this.changed();
    return answer !== 0;
  }

  move(text: string): boolean {
    return this.#told(this.page.wasm.page_match_told_move(this.handle, this.page.put(text)));
  }

  leave(seat: Seat, reason: string): boolean {
    return this.#told(this.page.wasm.page_match_told_leave(this.handle, seat, this.page.put(reason)));
  }

  offerDraw(seat: Seat): boolean {
    return this.#told(this.page.wasm.page_match_offer_draw(this.handle, seat, 0));
  }

  declineDraw(seat: Seat): boolean {
    return this.#told(this.page.wasm.page_match_decline_draw(this.handle, seat, 0));
  }

  askTakeback(seat: Seat): boolean {
    return this.#told(this.page.wasm.page_match_ask_takeback(this.handle, seat, 0));
  }

  agreeTakeback(seat: Seat): boolean {
    const agreed = this.page.wasm.page_match_agree_takeback(this.handle, seat, 0) !== 0;
    this.shortened(); // the last agreement takes the moves back
    return agreed;
  }

  declineTakeback(seat: Seat): boolean {
    return this.#told(this.page.wasm.page_match_decline_takeback(this.handle, seat, 0));
  }

  end(result: string): boolean {
    return this.#told(this.page.wasm.page_match_told_end(this.handle, this.page.put(result)));
  }

  clocks(faces: Face[], running: boolean, now: number): boolean {
    const lines = faces.map(({ main, period, periods }) => `${main} ${period} ${periods}`);
    return this.#told(this.page.wasm.page_match_told_clocks(this.handle, this.page.put(...lines), running ? 1 : 0, now));
  }

  wishes(draw: Seat[], takeback: { seat: Seat; to: number; agreed: Seat[] } | null): boolean {
    const { seat = NOBODY, to = 0, agreed = [] } = takeback ?? {};
    return this.#told(this.page.wasm.page_match_told_wishes(this.handle, bitsOf(draw), seat, to, bitsOf(agreed)));
  }

  copy(): Match {
    const { moves } = this.state;
    const handle = this.page.answer<number | Refusal>(this.page.wasm.page_match_copy(this.handle));
    if (typeof handle !== "number") throw new Error(isRefusal(handle) ? handle.message : "no copy");
    return new CoreMatch(this.page, handle, moves);
  }
}
