package io.cambric.compile.step;

import io.cambric.core.KernelRegistry;
import io.cambric.kernel.Kernels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prologue fusion: attaches the pointwise loop that computes an operand of a matrix product or
 * convolution to that call. The call computes the operand panel by panel in the cache. The operand
 * has no other reader and is never stored as a whole. Example: {@code matmul(x * scale, w)} never
 * stores {@code x * scale}.
 *
 * <p>The kernels decide for which sizes a prologue pays.
 */
public final class Prologues {

  private final Kernels kernels = KernelRegistry.kernels();

  /** The places that must be written: results, and operands of other sections. */
  private final Set<Value.Place> kept;

  /** The steps of the section, with {@code null} in place of an attached loop. */
  private final List<@Nullable Step> steps;

  private final PlaceUses readers;

  private Prologues(Set<Value.Place> kept, List<Step> steps) {
    this.kept = kept;
    this.steps = new ArrayList<>(steps);
    this.readers = PlaceUses.readers(steps);
  }

  /** {@return an equal program with calls that have prologues} */
  public static FusedProgram merge(FusedProgram program) {
    var results = program.resultPlaces();
    var readers = readers(program.steps());
    return program.eachSection(section -> {
      var kept = Collections.<Value.Place>newSetFromMap(new IdentityHashMap<>());
      kept.addAll(results);
      kept.addAll(readOutside(section, readers));
      return new Prologues(kept, section).run();
    });
  }

  /** {@return the places that a section writes and other steps read} */
  private static List<Value.Place> readOutside(
      List<Step> section, Map<Value.Place, Integer> readers) {
    var inside = readers(section);
    return section.stream()
        .flatMap(step -> step.outputs().stream())
        .map(Value::place)
        .filter(place -> readers.getOrDefault(place, 0) > inside.getOrDefault(place, 0))
        .toList();
  }

  /** {@return the number of steps that read each place} */
  private static Map<Value.Place, Integer> readers(List<Step> steps) {
    var readers = new IdentityHashMap<Value.Place, Integer>();
    for (var step : steps) {
      step.inputs().stream()
          .map(Value::place)
          .distinct()
          .forEach(place -> readers.merge(place, 1, Integer::sum));
    }
    return readers;
  }

  private List<Step> run() {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.Loop loop && isPrologue(loop)) {
        merge(loop, i);
      }
    }
    return steps.stream().filter(Objects::nonNull).toList();
  }

  /** Merges a loop with the call that is the only reader of its result. */
  private void merge(Step.Loop loop, int number) {
    var after = readers.of(loop.outputs().getFirst().place()).tailSet(number, false);
    if (after.size() == 1 && steps.get(after.first()) instanceof Step reader) {
      int position = after.first();
      var merged = merged(loop, reader);
      if (merged != null) {
        steps.set(position, merged);
        steps.set(number, null);
        readers.move(loop, number, position);
      }
    }
  }

  /**
   * {@return whether a loop writes one array pointwise, from operands that are contiguous or
   * broadcast along the innermost axis}
   */
  private boolean isPrologue(Step.Loop loop) {
    return loop.outputs().size() == 1
        && !loop.body().hasRows()
        && !loop.body().code().isEmpty()
        && loop.outputs().getFirst().isWhole()
        && !kept.contains(loop.outputs().getFirst().place())
        && loop.inputs().stream().allMatch(Prologues::isContiguousOrBroadcast);
  }

  private static boolean isContiguousOrBroadcast(Value input) {
    var shape = input.layout().shape();
    for (int d = shape.rank() - 1; d >= 0; d--) {
      if (shape.dim(d) > 1) {
        int stride = input.layout().strides()[d];
        return stride == 0 || stride == 1;
      }
    }
    return true;
  }

  /** {@return a call that computes an operand by a loop, or null if the kernel declines} */
  private @Nullable Step merged(Step.Loop loop, Step reader) {
    return switch (reader) {
      case Step.Call call when prologueOf(loop, call) instanceof Step.PrologueLoop prologue ->
          new Step.FusedCall(call, prologue, null);
      case Step.FusedCall(var call, var other, var epilogue)
          when other == null
              && epilogue != null
              && epilogue.inputs().stream().noneMatch(input -> isResultOf(loop, input))
              && prologueOf(loop, call) instanceof Step.PrologueLoop prologue ->
          new Step.FusedCall(call, prologue, epilogue);
      default -> null;
    };
  }

  private Step.@Nullable PrologueLoop prologueOf(Step.Loop loop, Step.Call call) {
    int operand = -1;
    for (int i = 0; i < call.inputs().size(); i++) {
      var input = call.inputs().get(i);
      if (isResultOf(loop, input)) {
        if (operand >= 0 || input.dtype() != input.place().dtype()) {
          return null;
        }
        operand = i;
      }
    }
    var strides = call.inputs().stream().map(input -> input.layout().strides()).toList();
    return operand >= 0 && call.rule().traits().computed().takes(kernels, operand, strides)
        ? new Step.PrologueLoop(loop, operand)
        : null;
  }

  private static boolean isResultOf(Step.Loop loop, Value value) {
    return value.place() == loop.outputs().getFirst().place();
  }
}
