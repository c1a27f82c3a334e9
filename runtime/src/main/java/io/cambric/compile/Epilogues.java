package io.cambric.compile;

import java.util.ArrayList;
import java.util.List;

/**
 * Has products and convolutions run the pointwise loop that reads their result on each part of it,
 * while the part is in the cache: adding a bias and an activation cost no pass over memory.
 */
final class Epilogues {

  private Epilogues() {}

  /** {@return equal steps, of which some stand for a call and a loop} */
  static List<Step> merge(List<Step> steps) {
    var merged = new ArrayList<>(steps);
    for (int i = 0; i < merged.size(); i++) {
      if (merged.get(i) instanceof Step.Call call && call.rule().takesEpilogue()) {
        int reader = epilogueOf(merged, i, call.outputs().getFirst());
        if (reader > 0) {
          merged.set(i, new Step.FusedCall(call, null, (Step.Loop) merged.get(reader)));
          merged.remove(reader);
        }
      }
    }
    return merged;
  }

  /** {@return the number of the first loop that can be run on parts of a result, or -1} */
  private static int epilogueOf(List<Step> steps, int call, Value result) {
    for (int j = call + 1; j < steps.size(); j++) {
      if (steps.get(j) instanceof Step.Loop loop
          && isEpilogue(loop, result)
          && isKnownBefore(steps, call, j)) {
        return j;
      }
    }
    return -1;
  }

  /** {@return whether a loop has one point an element of a result, in the same order} */
  private static boolean isEpilogue(Step.Loop loop, Value result) {
    return result.isWhole()
        && loop.inputs().stream().anyMatch(input -> input.place() == result.place())
        && !loop.body().hasRows()
        && !loop.body().code().isEmpty()
        && MemoryPlanner.readsPointwise(loop, result.place());
  }

  /** {@return whether all that a loop reads is written before it would run earlier} */
  private static boolean isKnownBefore(List<Step> steps, int earlier, int now) {
    for (int k = earlier + 1; k < now; k++) {
      for (var written : steps.get(k).outputs()) {
        if (steps.get(now).inputs().stream().anyMatch(read -> read.place() == written.place())) {
          return false;
        }
      }
    }
    return true;
  }
}
