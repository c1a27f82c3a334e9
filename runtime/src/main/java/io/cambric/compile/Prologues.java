package io.cambric.compile;

import io.cambric.kernel.Kernels;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has products and convolutions compute an operand where they read it, piece by piece in the cache,
 * if it is the result of a pointwise loop that nothing else reads: it is never written as a whole.
 *
 * <p>The kernels say for which sizes that is worth it.
 */
final class Prologues {

  private final Kernels kernels;
  private final Collection<Value.Place> results;
  private final List<Step> steps;

  private Prologues(Kernels kernels, Collection<Value.Place> results, List<Step> steps) {
    this.kernels = kernels;
    this.results = results;
    this.steps = new ArrayList<>(steps);
  }

  /**
   * {@return equal steps, of which some stand for a loop and a call}
   *
   * @param results what a program returns
   */
  static List<Step> merge(Kernels kernels, Collection<Value.Place> results, List<Step> steps) {
    var prologues = new Prologues(kernels, results, steps);
    prologues.run();
    return prologues.steps;
  }

  private void run() {
    for (int i = 0; i < steps.size(); ) {
      if (!(steps.get(i) instanceof Step.Loop loop) || !isPrologue(loop)) {
        i++;
        continue;
      }
      int reader = onlyReader(i, loop.outputs().getFirst().place());
      var merged = reader < 0 ? null : merged(loop, steps.get(reader));
      if (merged == null) {
        i++;
      } else {
        steps.set(reader, merged);
        steps.remove(i);
      }
    }
  }

  /** {@return whether a loop makes one array, at each point one element, of what lies in order} */
  private boolean isPrologue(Step.Loop loop) {
    return loop.outputs().size() == 1
        && !loop.body().hasRows()
        && !loop.body().code().isEmpty()
        && loop.outputs().getFirst().isWhole()
        && !results.contains(loop.outputs().getFirst().place())
        && loop.inputs().stream().allMatch(Prologues::liesInOrder);
  }

  private static boolean liesInOrder(Value input) {
    var shape = input.layout().shape();
    for (int d = shape.rank() - 1; d >= 0; d--) {
      if (shape.dim(d) > 1) {
        int stride = input.layout().strides()[d];
        return stride == 0 || stride == 1;
      }
    }
    return true;
  }

  /** {@return the one step after another that reads a place, or -1} */
  private int onlyReader(int made, Value.Place place) {
    int reader = -1;
    for (int j = made + 1; j < steps.size(); j++) {
      if (steps.get(j).inputs().stream().anyMatch(input -> input.place() == place)) {
        if (reader >= 0) {
          return -1;
        }
        reader = j;
      }
    }
    return reader;
  }

  /** {@return a call that computes an operand by a loop, or null if it cannot or had better not} */
  private @Nullable Step merged(Step.Loop loop, Step reader) {
    return switch (reader) {
      case Step.Call call when operandOf(loop, call) instanceof Step.Before before ->
          new Step.FusedCall(call, before, null);
      case Step.FusedCall(var call, var other, var epilogue)
          when other == null
              && epilogue != null
              && epilogue.inputs().stream().noneMatch(input -> isMadeBy(loop, input))
              && operandOf(loop, call) instanceof Step.Before before ->
          new Step.FusedCall(call, before, epilogue);
      default -> null;
    };
  }

  private Step.@Nullable Before operandOf(Step.Loop loop, Step.Call call) {
    int operand = -1;
    for (int i = 0; i < call.inputs().size(); i++) {
      var input = call.inputs().get(i);
      if (isMadeBy(loop, input)) {
        if (operand >= 0 || input.dtype() != input.place().dtype()) {
          return null;
        }
        operand = i;
      }
    }
    var strides = call.inputs().stream().map(input -> input.layout().strides()).toList();
    return operand >= 0 && call.rule().takesPrologue(kernels, operand, strides)
        ? new Step.Before(loop, operand)
        : null;
  }

  private static boolean isMadeBy(Step.Loop loop, Value value) {
    return value.place() == loop.outputs().getFirst().place();
  }
}
