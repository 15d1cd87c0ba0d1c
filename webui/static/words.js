// Sentences that several pages share.

import { t } from "./text.js";

/** A penalty in words, such as "20 points"; empty where there is none. */
export function penaltyText(penalty) {
  if (!penalty) return "";
  const parts = [];
  if (penalty.points) parts.push(t("{n} points", { n: penalty.points }));
  if (penalty.levels) parts.push(t("{n} levels", { n: penalty.levels }));
  if (penalty.warning) parts.push(t("Warning"));
  return parts.join(", ");
}
