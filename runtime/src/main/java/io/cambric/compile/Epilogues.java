package io.cambric.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Epilogue fusion: attaches the pointwise loop that reads the result of a matrix product or
 * convolution to that call. The call runs the loop on each tile of its result, while the tile is in
 * the cache. Example: adding a bias and an activation costs no pass over memory.
 */
final class Epilogues {

  private Epilogues() {}

  /** {@return an equal program, some steps of which are a call with its epilogue} */
  static FusedProgram merge(FusedProgram program) {
    return program.eachSection(Epilogues::merge);
  }

  private static List<Step> merge(List<Step> steps) {
    var merged = new ArrayList<>(steps);
    for (int i = 0; i < merged.size(); i++) {
      if (merged.get(i) instanceof Step.Call call && call.rule().takesEpilogue()) {
        var reader = epilogueOf(merged, i, call.outputs().getFirst());
        if (reader.isPresent()) {
          int loop = reader.getAsInt();
          merged.set(i, new Step.FusedCall(call, null, (Step.Loop) merged.get(loop)));
          merged.remove(loop);
        }
      }
    }
    return merged;
  }

  /** {@return the number of the first loop that can run on tiles of a result} */
  private static OptionalInt epilogueOf(List<Step> steps, int call, Value result) {
    for (int j = call + 1; j < steps.size(); j++) {
      if (steps.get(j) instanceof Step.Loop loop
          && isEpilogue(loop, result)
          && isKnownBefore(steps, call, j)) {
        return OptionalInt.of(j);
      }
    }
    return OptionalInt.empty();
  }

  /** {@return whether a loop has one point per element of a result, in the same order} */
  private static boolean isEpilogue(Step.Loop loop, Value result) {
    return result.isWhole()
        && loop.inputs().stream().anyMatch(input -> input.place() == result.place())
        && !loop.body().hasRows()
        && !loop.body().code().isEmpty()
        && loop.readsPointwise(result.place());
  }

  /**
   * {@return whether every operand of a loop is written before an earlier step, so that the loop
   * can move there}
   */
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
