package io.cambric.core;

import io.cambric.array.Shape;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;

/**
 * The costs of a program, counted from its equations before any optimisation, as XLA counts.
 *
 * <ul>
 *   <li>A matrix product is two operations for each product that is summed, a convolution likewise,
 *       products with padding left out.
 *   <li>An elementwise operation is one an element; {@code exp}, {@code tanh}, {@code sqrt} and
 *       similar functions count separately, as transcendentals.
 *   <li>A reduction is one operation for each element that is combined with another.
 *   <li>Moving data is free, and so are sorting, factorisations and random bits.
 *   <li>A scan is its body times its length, which XLA counts once. A while loop, whose length is
 *       not known, is one iteration; a switch is its most costly branch.
 * </ul>
 *
 * @param flops arithmetic operations
 * @param transcendentals values of transcendental functions
 */
public record Costs(long flops, long transcendentals) {

  /** No costs. */
  public static final Costs NONE = new Costs(0, 0);

  private record Key() {}

  /** {@return the costs of a program, such as one of {@code makeJaxpr}} */
  public static Costs of(Jaxpr jaxpr) {
    return jaxpr.derive(
        new Key(), source -> source.eqns().stream().map(Costs::of).reduce(NONE, Costs::plus));
  }

  /** {@return these costs and others} */
  public Costs plus(Costs other) {
    return new Costs(flops + other.flops, transcendentals + other.transcendentals);
  }

  /** {@return the costs of as many repetitions} */
  public Costs times(long count) {
    return new Costs(flops * count, transcendentals * count);
  }

  private static Costs of(Eqn eqn) {
    var operands = eqn.inputAvals();
    return switch (eqn.lowering()) {
      case Lowering.Elementwise(var body) -> of(body, eqn.outputs().getFirst().aval().shape());
      case Lowering.Reduction _ ->
          new Costs(
              Math.max(0, size(operands.getFirst()) - size(eqn.outputs().getFirst().aval())), 0);
      case Lowering.Kernel _ -> new Costs(eqn.primitive().kernelFlops(operands), 0);
      case Lowering.View _, Lowering.Concatenate _, Lowering.Barrier _ -> NONE;
      case Lowering.Call(var jaxpr) -> of(jaxpr);
      case Lowering.Scan scan -> of(scan.body()).times(scan.length());
      case Lowering.While loop -> of(loop.condition()).plus(of(loop.body()));
      case Lowering.Switch(var branches) ->
          branches.stream().map(Costs::of).reduce(NONE, Costs::larger);
    };
  }

  /**
   * {@return the costs of a loop body over an iteration space; row values count once per row}
   *
   * @param space sizes of the iteration space, rows along the last axis
   */
  public static Costs of(LoopBody body, Shape space) {
    boolean[] rows = body.rowValues();
    var sum = NONE;
    for (int i = 0; i < body.code().size(); i++) {
      var instr = body.code().get(i);
      boolean onceARow = rows[body.inputs().size() + i] && !instr.op().isRowReduction();
      long points = onceARow ? space.slice(0, space.rank() - 1).size() : space.size();
      sum = sum.plus(of(instr).times(points));
    }
    return sum;
  }

  private static Costs of(Instr instr) {
    return switch (instr.op()) {
      case CONST, INDEX, BITCAST, ROW_SPREAD -> NONE;
      case FMA -> new Costs(2, 0);
      default -> instr.op().isTranscendental() ? new Costs(0, 1) : new Costs(1, 0);
    };
  }

  /** {@return the costs with more operations} */
  public static Costs larger(Costs a, Costs b) {
    return b.flops > a.flops || b.flops == a.flops && b.transcendentals > a.transcendentals ? b : a;
  }

  private static long size(ShapedArray aval) {
    return aval.shape().size();
  }
}
