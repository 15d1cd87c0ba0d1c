// Sentences that several pages share.

import { coded, h, language, t } from "./text.js";

const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/** A penalty in words, such as "20 points"; empty where there is none. */
export function penaltyText(penalty) {
  if (!penalty) return "";
  const parts = [];
  if (penalty.points) parts.push(t("{n} points", { n: penalty.points }));
  const own = penalty.levels_own ?? penalty.levels;
  if (own) parts.push(t("own level {n}", { n: signed(own) }));
  if (penalty.levels_other) parts.push(t("other side's level {n}", { n: signed(penalty.levels_other) }));
  if (penalty.dealer_levels) parts.push(t("declarer side's level {n}", { n: signed(penalty.dealer_levels) }));
  if (penalty.defender_levels) parts.push(t("defenders' level {n}", { n: signed(penalty.defender_levels) }));
  if (penalty.result && penalty.result !== "none") parts.push(coded("result", penalty.result));
  if (penalty.effect && penalty.effect !== "referee") parts.push(coded("effect", penalty.effect));
  if (penalty.stage && penalty.stage !== "normal") parts.push(coded("stage", penalty.stage));
  if (penalty.when === "after_deal") parts.push(t("after this deal"));
  return parts.join(", ");
}

/** The clause that something rests on, in the document's words; on English pages with our translation. */
export function clauseText({ clause, clause_en: translated }) {
  if (!clause) return null;
  if (clause === "house") return h("p.quiet", {}, t("House rule of this table"));
  const own = language === "en" && translated ? h("p", { lang: "en" }, translated, " ", h("small.quiet", {}, t("(our translation)"))) : null;
  return h("blockquote.clause", {}, h("p", { lang: "zh-Hans" }, clause), own);
}
