package io.cambric.compile.step;

import io.cambric.array.Buffer;
import io.cambric.core.KernelRegistry;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Constant folding of loops: a small loop over constants alone is computed once, when the program
 * is compiled. Example: the indices 0 to 9 for the random bits of a choice among ten classes. In
 * the body of a loop, such a step would run in every iteration.
 *
 * <p>The kernels that would run the loop also fold it, so the bits are the same.
 */
public final class ConstantLoops {

  /** The largest number of elements of a folded loop; the program keeps them. */
  private static final int LARGEST = 1 << 12;

  private final Set<Value.Place> kept = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The constant that replaces each folded place. */
  private final Map<Value.Place, Value.Place> constants = new IdentityHashMap<>();

  private ConstantLoops(FusedProgram program) {
    kept.addAll(program.resultPlaces());
    for (var step : program.steps()) {
      for (var input : step.inputs()) {
        // A step that updates its operand in place needs writable memory.
        if (InPlaceUpdates.madeOver(step, input.place()) != null) {
          kept.add(input.place());
        }
      }
    }
  }

  /** {@return the program without the loops that are folded} */
  public static FusedProgram fold(FusedProgram program) {
    return program.eachSection(new ConstantLoops(program)::remaining);
  }

  private List<Step> remaining(List<Step> steps) {
    var remaining = new ArrayList<Step>();
    for (var original : steps) {
      var step = constants.isEmpty() ? original : original.with(this::known);
      if (step instanceof Step.Loop loop && isFoldable(loop)) {
        compute(loop);
      } else {
        remaining.add(step);
      }
    }
    return remaining;
  }

  private boolean isFoldable(Step.Loop loop) {
    return loop.shape().size() <= LARGEST
        && loop.inputs().stream().allMatch(ConstantLoops::isConstant)
        && loop.outputs().stream()
            .allMatch(output -> output.isWhole() && !kept.contains(output.place()));
  }

  private static boolean isConstant(Value value) {
    return value.place().kind() == Value.Kind.CONSTANT;
  }

  private void compute(Step.Loop loop) {
    int rank = loop.shape().rank();
    var results = new ArrayList<Operand>();
    for (var output : loop.outputs()) {
      var elements = Buffer.allocate(output.dtype(), output.place().length());
      results.add(new Operand(elements, 0, output.stridesFor(rank)));
      constants.put(output.place(), Value.Place.constant(elements));
    }
    var operands =
        loop.inputs().stream()
            .map(input ->
                new Operand(
                    input.place().elements().as(input.dtype()),
                    input.layout().offset(),
                    input.stridesFor(rank)))
            .toList();
    KernelRegistry.kernels().loop(loop.body(), loop.shape().toArray(), operands, results);
  }

  private Value known(Value value) {
    var constant = constants.get(value.place());
    return constant == null ? value : new Value(constant, value.layout(), value.dtype());
  }
}
