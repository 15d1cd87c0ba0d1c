// What players ask of the referee.

import { send, toast } from "./api.js";
import { fan } from "./cards.js";
import { h, seatName, t } from "./text.js";

const played = (state, seq) => (state.deals ?? []).flatMap((deal) => deal.tricks ?? deal.rounds ?? []).flatMap((trick) => trick.plays).find((play) => play.seq === seq);

/** One call: somebody wants the referee, or says that a play was read wrongly. */
export function callBox(state, call) {
  const seen = async () => { if (await send("/api/v1/undo", { of: call.seq })) toast(t("Done.")); };
  const apply = async () => {
    if (await send("/api/v1/corrections", { of: call.about, cards: call.cards, seq: state.seq })) await seen();
  };
  const play = call.about ? played(state, call.about) : null;
  const name = state.players?.[call.seat] ? `${state.players[call.seat]} (${seatName(call.seat)})` : seatName(call.seat);
  return h("article.box.call", { "data-call": call.seq },
    h("h3", {}, call.about ? t("{who} says: this was read wrongly", { who: name }) : t("{who} calls the referee", { who: name })),
    play ? h("div.said", {}, h("div", {}, h("p.quiet", {}, `${seatName(play.seat)}: ${t("as read")}`), fan(play.cards, false, 4)),
      call.cards ? h("div", {}, h("p.quiet", {}, t("as the player says")), fan(call.cards, false, 4)) : null) : null,
    h("div.actions", {}, call.cards ? h("button.button.strong", { type: "button", "data-do": "apply", onclick: apply }, t("Correct it so")) : null,
      h("button.button", { type: "button", "data-do": "seen", onclick: seen }, t("Seen"))));
}
