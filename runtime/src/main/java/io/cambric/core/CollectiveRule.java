package io.cambric.core;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The kernel of a collective: the member that runs it meets the others of its group. It can be
 * divided into a start and an end, between which a program computes, as XLA divides an all-reduce.
 *
 * @param collective the operation
 * @param avals of its operands
 */
public record CollectiveRule(Primitive collective, List<ShapedArray> avals)
    implements Lowering.KernelRule {

  /** Copies the list. */
  public CollectiveRule {
    avals = List.copyOf(avals);
  }

  @Override
  public void run(Kernels kernels, List<Operand> operands, List<Operand> results) {
    fill(results, AxisMember.here().start(collective, arrays(kernels, operands)).get());
  }

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

  /** {@return the operation that begins the collective, from its operands to its number} */
  public Primitive start() {
    return new Start(this);
  }

  /**
   * {@return the operation that waits for the results, from the number and the operands, which it
   * keeps alive}
   */
  public Primitive done() {
    return new Done(this);
  }

  /** Begins a collective. */
  private record Start(CollectiveRule rule) implements Primitive {

    @Override
    public String name() {
      return rule.collective.name() + "_start";
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
      return List.of(new ShapedArray(Shape.scalar(), DType.I32));
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.Kernel((kernels, in, out) -> {
        int number = AxisMember.here().begin(rule.collective, rule.arrays(kernels, in));
        out.getFirst().buffer().setLong(out.getFirst().offset(), number);
      });
    }
  }

  /** Ends a collective. */
  private record Done(CollectiveRule rule) implements Primitive {

    @Override
    public String name() {
      return rule.collective.name() + "_done";
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
      return rule.collective.abstractEval(rule.avals);
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.Kernel((_, in, out) -> {
        var number = in.getFirst();
        int begun = Math.toIntExact(number.buffer().getLong(number.offset()));
        fill(out, AxisMember.here().end(begun));
      });
    }
  }
}
