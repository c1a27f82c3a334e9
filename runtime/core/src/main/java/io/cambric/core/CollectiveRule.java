package io.cambric.core;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The kernel of a collective, in which a member synchronizes with the others of its group. It can
 * be divided into a start and an end with computation between them, like an all-reduce in XLA.
 *
 * @param collective the operation, which has one operand
 * @param avals avals of the operands; the collective runs for each operand
 * @param isElementwise whether an element of the result needs the elements of all members at its
 *     index and no others, so that several operands can be exchanged as one
 */
public record CollectiveRule(Primitive collective, List<ShapedArray> avals, boolean isElementwise)
    implements Lowering.KernelRule {

  /** Copies the list. */
  public CollectiveRule {
    avals = List.copyOf(avals);
  }

  @Override
  public void run(Kernels kernels, List<Operand> operands, List<Operand> results, FusedCall fused) {
    var arrays = arrays(kernels, operands);
    fill(results, AxisMember.here().start(collective, arrays).get());
    arrays.forEach(NdArray::donate);
  }

  /** {@return the operands as arrays, released at the end so that their owners may donate them} */
  private List<NdArray> arrays(Kernels kernels, List<Operand> operands) {
    var arrays = new ArrayList<NdArray>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      arrays.add(NdArray.of(avals.get(i), operands.get(i), kernels));
    }
    return arrays;
  }

  private static void fill(List<Operand> results, List<NdArray> values) {
    for (int i = 0; i < values.size(); i++) {
      var value = values.get(i);
      var result = results.get(i);
      result.buffer().copyFrom(result.offset(), value.buffer(), value.offset(), value.size());
    }
  }

  /** {@return the operation for several operands at once, which is elementwise} */
  public Primitive ofSeveral() {
    return new Several(collective);
  }

  private List<ShapedArray> results() {
    return results(collective, avals);
  }

  private static List<ShapedArray> results(Primitive collective, List<ShapedArray> operands) {
    return operands.stream()
        .flatMap(operand -> collective.abstractEval(List.of(operand)).stream())
        .toList();
  }

  /** {@return the operation that begins the collective, from its operands to its number} */
  public Primitive start() {
    return new Half(this, true);
  }

  /**
   * {@return the operation that waits for the results, from the number and the operands, which it
   * keeps alive}
   */
  public Primitive done() {
    return new Half(this, false);
  }

  /** An elementwise collective of several operands, with a result for each. */
  private record Several(Primitive collective) implements Primitive {

    @Override
    public String name() {
      return collective.name();
    }

    @Override
    public String paramsText() {
      return collective.paramsText();
    }

    @Override
    public Set<String> axisNames() {
      return collective.axisNames();
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      return results(collective, operands);
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.Kernel(new CollectiveRule(collective, operands, true));
    }
  }

  /**
   * A half of a collective.
   *
   * @param begins whether this half begins the collective, instead of waiting for the results
   */
  private record Half(CollectiveRule rule, boolean begins) implements Primitive {

    @Override
    public String name() {
      return rule.collective.name() + (begins ? "_start" : "_done");
    }

    @Override
    public String paramsText() {
      return rule.collective.paramsText();
    }

    @Override
    public Set<String> axisNames() {
      return rule.collective.axisNames();
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      return begins ? List.of(new ShapedArray(Shape.scalar(), DType.I32)) : rule.results();
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.Kernel((kernels, in, out, _) -> {
        if (begins) {
          start(kernels, in, out);
        } else {
          end(in, out);
        }
      });
    }

    private void start(Kernels kernels, List<Operand> operands, List<Operand> results) {
      int begun = AxisMember.here().begin(rule.collective, rule.arrays(kernels, operands));
      var number = results.getFirst();
      number.buffer().setLong(number.offset(), begun);
    }

    private void end(List<Operand> operands, List<Operand> results) {
      var number = operands.getFirst();
      int begun = Math.toIntExact(number.buffer().getLong(number.offset()));
      var end = AxisMember.here().end(begun);
      fill(results, end.results().get());
      end.operands().forEach(NdArray::donate);
    }
  }
}
