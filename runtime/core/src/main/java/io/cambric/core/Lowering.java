package io.cambric.core;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.KernelForm;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The description of an operation to the compiler. Evaluation runs it at once; the compiler first
 * fuses loops, makes views and plans memory.
 */
public sealed interface Lowering {

  /**
   * A scalar body at each point of the result. Operands have the shape of the result, or are
   * scalars.
   *
   * @param body one input per operand, and one output per result
   */
  record Elementwise(LoopBody body) implements Lowering {}

  /**
   * A view: the elements of the one operand under another layout, without a copy.
   *
   * @param rules one rule per result
   */
  record View(List<ViewRule> rules) implements Lowering {

    /** Copies the rules. */
    public View {
      rules = List.copyOf(rules);
    }

    /** Reads the operand in one way. */
    public View(ViewRule rule) {
      this(List.of(rule));
    }
  }

  /**
   * A concatenation: each element of the result is one element of one operand.
   *
   * @param places one per operand: its layout in the result
   */
  record Concatenate(List<ViewRule> places) implements Lowering {

    /** Copies the rules. */
    public Concatenate {
      places = List.copyOf(places);
    }
  }

  /** A reduction of the one operand over some of its axes. */
  record Reduction(ReduceOp op, Axes axes) implements Lowering {}

  /** A call of a kernel, with strided operands in place and dense results. */
  record Kernel(KernelRule rule) implements Lowering {}

  /**
   * The identity, opaque to the optimiser: equations after it are neither merged with nor moved
   * before earlier ones.
   */
  record Barrier() implements Lowering {}

  /** A call of a program: inlined by the compiler. */
  record Call(Jaxpr jaxpr) implements Lowering {}

  /** A loop or a branch over programs of its own. */
  sealed interface ControlFlow extends Lowering {}

  /**
   * A loop of known length over a body.
   *
   * <p>Operands: constants, first carries, arrays whose rows (along axis 0) the body reads.
   * Results: last carries, rows stacked.
   *
   * @param body from constants, carries and rows to carries and rows
   * @param length number of iterations
   * @param reverse whether the last row comes first
   * @param constants how many operands are constants
   * @param carries how many operands are carries
   */
  record Scan(Jaxpr body, int length, boolean reverse, int constants, int carries)
      implements ControlFlow {}

  /**
   * A loop as long as a condition holds.
   *
   * <p>Operands: constants of the condition, constants of the body, carries. Results: carries.
   */
  record While(Jaxpr condition, int conditionConstants, Jaxpr body, int bodyConstants)
      implements ControlFlow {}

  /** One of several programs, chosen by the first operand, an i32 clamped into range. */
  record Switch(List<Jaxpr> branches) implements ControlFlow {

    /** Copies the branches. */
    public Switch {
      branches = List.copyOf(branches);
    }

    /** {@return the avals of the results: weak if all branches are weak} */
    public List<ShapedArray> outputAvals() {
      var avals = new ArrayList<>(branches.getFirst().outputAvals());
      for (var branch : branches) {
        for (int i = 0; i < avals.size(); i++) {
          if (!branch.outputs().get(i).aval().weak()) {
            avals.set(i, avals.get(i).strong());
          }
        }
      }
      return avals;
    }
  }

  /**
   * The layout of an array in a buffer.
   *
   * @param shape sizes along the axes
   * @param offset of the first element
   * @param strides one per axis; must not be changed
   */
  record Layout(Shape shape, int offset, int[] strides) {

    /** {@return the row-major layout from an offset on} */
    public static Layout dense(Shape shape, int offset) {
      return new Layout(shape, offset, shape.strides());
    }

    /** {@return whether the elements lie in row-major order without gaps} */
    public boolean isDense() {
      if (shape.size() == 0) {
        return true;
      }
      int expected = 1;
      for (int i = strides.length - 1; i >= 0; i--) {
        if (shape.dim(i) != 1 && strides[i] != expected) {
          return false;
        }
        expected *= shape.dim(i);
      }
      return true;
    }
  }

  /** The map from the elements of a view to the elements of its operand. */
  @FunctionalInterface
  interface ViewRule {
    /**
     * {@return the layout of the result, or {@code null} if the operand must be made dense first}
     */
    @Nullable Layout apply(Layout operand);
  }

  /** The code of a kernel call. */
  @FunctionalInterface
  interface KernelRule {
    /**
     * Computes the results.
     *
     * @param operands with the strides of their avals' axes
     * @param results dense, to be filled
     * @param fused the operations fused into the call; only operations that {@link #traits} allow
     */
    void run(Kernels kernels, List<Operand> operands, List<Operand> results, FusedCall fused);

    /**
     * {@return the form of the kernel for operands with these strides, or {@code null} if there is
     * none, or the kernel copies an operand first}
     */
    default @Nullable KernelForm form(List<int[]> strides) {
      return null;
    }

    /**
     * {@return the traits, which permit optimizations of the compiler around the calls; none by
     * default}
     */
    default KernelTraits traits() {
      return KernelTraits.NONE;
    }
  }
}
