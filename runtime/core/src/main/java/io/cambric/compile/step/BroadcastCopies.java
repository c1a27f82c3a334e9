package io.cambric.compile.step;

import io.cambric.array.Shape;
import io.cambric.core.Lowering.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies of broadcast operands. If a loop reads an operand many times, and never neighbours
 * together, the operand is copied once. A vector is then one load. Example: the coordinates {@code
 * x[:, 0]} of points, for each pair of points. The copy is short compared with the loop.
 */
public final class BroadcastCopies {

  /** The least number of reads of each element of a copied operand. */
  private static final int READS = 8;

  /** The shortest rows of a loop that are worth a copy. */
  private static final int SHORTEST = 8;

  private final List<Step> steps = new ArrayList<>();
  private final LayoutCopies copies = new LayoutCopies(steps);

  private BroadcastCopies() {}

  /** {@return an equal program with copies of broadcast operands} */
  public static FusedProgram add(FusedProgram program) {
    return program.eachSection(section -> new BroadcastCopies().run(section));
  }

  private List<Step> run(List<Step> section) {
    for (var step : section) {
      steps.add(
          switch (step) {
            case Step.Loop(var body, var shape, var inputs, var outputs) ->
                new Step.Loop(body, shape, each(inputs, shape), outputs);
            case Step.Reduce(var op, var body, var shape, int kept, var inputs, var output) ->
                new Step.Reduce(op, body, shape, kept, each(inputs, shape), output);
            default -> step;
          });
    }
    return steps;
  }

  private List<Value> each(List<Value> inputs, Shape shape) {
    return inputs.stream().map(input -> isScattered(input, shape) ? copy(input) : input).toList();
  }

  /**
   * {@return whether a loop reads each element of an operand often, and never neighbours together}
   */
  private static boolean isScattered(Value value, Shape shape) {
    int last = shape.rank() - 1;
    while (last > 0 && shape.dim(last) == 1) {
      last--;
    }
    if (last < 1 || shape.dim(last) < SHORTEST) {
      return false;
    }
    int[] strides = value.stridesFor(shape.rank());
    return strides[last] != 0
        && strides[last] != 1
        && (long) once(value).size() * READS <= shape.size();
  }

  /** {@return the shape of an operand without repetition: repeated axes have size 1} */
  private static Shape once(Value value) {
    var shape = value.layout().shape();
    for (int d = 0; d < shape.rank(); d++) {
      if (value.layout().strides()[d] == 0) {
        shape = shape.with(d, 1);
      }
    }
    return shape;
  }

  private Value copy(Value value) {
    var layout = value.layout();
    var shape = once(value);
    int[] each = layout.strides();
    var copy =
        copies.of(
            new Value(value.place(), new Layout(shape, layout.offset(), each), value.dtype()));
    int[] strides = shape.strides();
    for (int d = 0; d < strides.length; d++) {
      strides[d] = each[d] == 0 ? 0 : strides[d];
    }
    return new Value(copy.place(), new Layout(layout.shape(), 0, strides), value.dtype());
  }
}
